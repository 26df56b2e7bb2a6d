import { expect, test } from 'vitest';
import { type Caller, createClientReader, isForwarded, namesAnotherHost } from './client-address.ts';

const caller = (peer: string, headers: Record<string, string> = {}): Caller => ({
  peer,
  header: (name) => ({ host: 'localhost:3000', ...headers })[name],
});
const forwardedFor = (peer: string, list: string) => caller(peer, { 'x-forwarded-for': list });

test.each(['203.0.113.9', '127.0.0.1', '192.168.1.7', '::1', 'fd00::1'])(
  'without TRUST_PROXY the client is the other end of its connection: %s',
  (peer) => {
    const clientOf = createClientReader([]);
    for (const from of [caller(peer), forwardedFor(peer, '198.51.100.1'), caller(peer, { 'x-real-ip': '198.51.100.1' })])
      expect(clientOf(from)).toMatchObject({ address: peer, named: true, forwarded: false });
  },
);

test('a named proxy identifies the client, and what the client put before that is ignored', () => {
  const clientOf = createClientReader(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const address = (peer: string, list: string) => clientOf(forwardedFor(peer, list)).address;
  expect(address('127.0.0.1', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(address('::ffff:10.1.2.3', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(address('fd00::5', '203.0.113.9')).toBe('203.0.113.9');
  expect(address('11.0.0.1', '203.0.113.9')).toBe('11.0.0.1');
  expect(address('127.0.0.2', '203.0.113.9')).toBe('127.0.0.2');
});

test('several proxies are read hop by hop from the right, as far as they are named', () => {
  const clientOf = createClientReader(['127.0.0.1', '10.0.0.0/8']);
  const address = (list: string) => clientOf(forwardedFor('127.0.0.1', list)).address;
  expect(address('1.1.1.1, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9');
  expect(address('203.0.113.9:4711, [fd00::1]:80, 10.0.0.7')).toBe('fd00::1');
  expect(address('203.0.113.9:4711, 10.0.0.7')).toBe('203.0.113.9');
  // All hops are our own proxies: the first one is the origin.
  expect(address('10.0.0.8, 10.0.0.7')).toBe('10.0.0.8');
  expect(address('203.0.113.9, unknown, 10.0.0.7')).toBe('10.0.0.7');
  expect(address('nonsense')).toBe('127.0.0.1');
});

test('all addresses of an IPv6 household count as one client', () => {
  const clientOf = createClientReader([]);
  const key = (peer: string) => clientOf(caller(peer)).key;
  expect(key('2001:db8:1:2:aaaa::1')).toBe(key('2001:db8:1:2:bbbb::2'));
  expect(key('2001:db8::1')).toBe(key('2001:db8:0:0:1::2'));
  expect(key('2001:db8:1:3:aaaa::1')).not.toBe(key('2001:db8:1:2:aaaa::1'));
  expect(clientOf(caller('2001:db8:1:2:aaaa::1')).address).toBe('2001:db8:1:2:aaaa::1');
});

const fromPage = (origin: string, site = 'same-origin') => ({ origin, 'sec-fetch-site': site });

test.each([
  [{ host: 'kith.example' }, true],
  [{ host: 'localhost.kith.example' }, true],
  [{ host: '127.0.0.1.kith.example' }, true],
  [{ host: '192.168.1.7:3000' }, true],
  [fromPage('https://kith.example'), true],
  [fromPage('https://evil.example', 'cross-site'), false],
  [fromPage('http://localhost:3000'), false],
  [fromPage('null'), false],
  [{ host: 'LOCALHOST' }, false],
  [{ host: '127.0.0.1:3000' }, false],
  [{ host: '[::1]:3000' }, false],
])('%o names another host: %s', (headers, names) => {
  expect(namesAnotherHost(caller('127.0.0.1', headers))).toBe(names);
});

test('a proxy on this machine that names no client hides who asks; a proxy elsewhere counts as one client', () => {
  const clientOf = createClientReader([]);
  expect(clientOf(caller('127.0.0.1', { host: 'kith.example' }))).toMatchObject({ address: '127.0.0.1', named: false });
  expect(clientOf(caller('127.0.0.1', fromPage('https://kith.example')))).toMatchObject({ named: false });
  expect(clientOf(caller('192.168.1.7', { host: 'kith.example' }))).toMatchObject({ named: true });
});

test('any proxy header shows that a request was forwarded', () => {
  expect(isForwarded(caller('127.0.0.1'))).toBe(false);
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
    expect(isForwarded(caller('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(true);
});
