import { expect, test } from 'vitest';
import { eachHost, nameOfDatabase, parseDatabaseUrl, sslModeOf } from './database-url.ts';

test.each([
  ['postgres://kith:pw@one/kith', [['one', 5432]]],
  [
    'postgres://kith:p%40w@one:6000,two:6001/kith?sslmode=require',
    [
      ['one', 6000],
      ['two', 6001],
    ],
  ],
  [
    'postgresql://[::1]:6000,[2001:db8::1]/kith',
    [
      ['::1', 6000],
      ['2001:db8::1', 5432],
    ],
  ],
] as const)('the hosts of %s', (text, hosts) => {
  expect(parseDatabaseUrl(text).hosts).toEqual(hosts.map(([host, port]) => ({ host, port })));
});

test('a socket is named by its directory, and no message has a password', () => {
  const text = 'postgres://kith:secret@localhost/kith?host=/run/postgresql';
  expect(parseDatabaseUrl(text).socketDir).toBe('/run/postgresql');
  expect(nameOfDatabase(text)).toBe('kith at /run/postgresql');
  expect(nameOfDatabase('postgres://kith:secret@one,two:6000/kith')).toBe('kith at one:5432 and two:6000');
});

test('each host alone keeps everything else', () => {
  expect(eachHost('postgres://a:b@one:1,two/kith?x=1')).toEqual(['postgres://a:b@one:1/kith?x=1', 'postgres://a:b@two/kith?x=1']);
  expect(() => parseDatabaseUrl('one,two')).toThrow(TypeError);
});

test.each([
  ['postgres://kith@localhost/kith', 'disable'],
  ['postgres://kith@127.0.0.1:6000,[::1]/kith', 'disable'],
  ['postgres://kith@db.example/kith?host=/run/postgresql', 'disable'],
  ['postgres://kith@db.example/kith', 'require'],
  ['postgres://kith@localhost,db.example/kith', 'require'],
  ['postgres://kith@db.example/kith?sslmode=disable', 'disable'],
  ['postgres://kith@localhost/kith?sslmode=require', 'require'],
  ['postgres://kith@db.example/kith?sslmode=verify-full', 'verify-full'],
  ['postgres://kith@db.example/kith?sslmode=verify-ca', 'verify-full'],
])('%s is reached with sslmode %s', (text, mode) => {
  expect(sslModeOf(text)).toBe(mode);
});
