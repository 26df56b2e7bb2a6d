import { expect, test } from 'vitest';
import { eachHost, nameOfDatabase, parseDatabaseUrl } from './database-url.ts';

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
