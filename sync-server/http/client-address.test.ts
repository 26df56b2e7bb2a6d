import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';

async function counted(peer: string, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(clientAddress(c)));
  const env = { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }, env)).text();
}

test('a client from anywhere is its connection, whatever it claims', async () => {
  expect(await counted('203.0.113.9')).toBe('203.0.113.9');
  expect(await counted('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test('a proxy on the same machine or network names the client, and what the client put before it does not count', async () => {
  expect(await counted('127.0.0.1', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(await counted('::ffff:172.17.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(await counted('172.40.0.1', '203.0.113.9')).toBe('172.40.0.1');
});

test('all addresses of one IPv6 household count as one', async () => {
  expect(await counted('2001:db8:1:2:aaaa::1')).toBe(await counted('2001:db8:1:2:bbbb::2'));
  expect(await counted('2001:db8::1')).toBe(await counted('2001:db8:0:0:1::2'));
  expect(await counted('2001:db8:1:3:aaaa::1')).not.toBe(await counted('2001:db8:1:2:aaaa::1'));
});
