import { expect, test } from 'vitest';
import { checkEndpoint } from './check-endpoint.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:APA91b', 'google'],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', 'mozilla'],
  ['https://web.push.apple.com/QGu', 'apple'],
  ['https://api.push.apple.com/QGu', 'apple'],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQYAAA', 'microsoft'],
  ['https://fcm.googleapis.com:443/fcm/send/abc', 'google'],
])('a browser is called at %s, which belongs to %s', (endpoint, service) => {
  expect(checkEndpoint(endpoint, [])).toMatchObject({ service });
});

test.each([
  ['no URL', 'fcm.googleapis.com/fcm/send/abc'],
  ['nothing', ''],
  ['http', 'http://fcm.googleapis.com/fcm/send/abc'],
  ['another scheme', 'file:///etc/passwd'],
  ['another port', 'https://fcm.googleapis.com:8443/fcm/send/abc'],
  ['a name in the URL', 'https://ana@fcm.googleapis.com/fcm/send/abc'],
  ['a password in the URL', 'https://ana:secret@fcm.googleapis.com/fcm/send/abc'],
  ['the service as a name', 'https://fcm.googleapis.com@evil.example/'],
  ['another host', 'https://evil.example/fcm/send/abc'],
  ['a host that begins like a service', 'https://fcm.googleapis.com.evil.example/'],
  ['a host that ends like a service', 'https://evilpush.apple.com/'],
  ['another host of Google', 'https://storage.googleapis.com/'],
  ['the parent of the services', 'https://push.apple.com/'],
  ['a dot at the end', 'https://web.push.apple.com./QGu'],
  ['an empty label', 'https://a..push.apple.com/QGu'],
  ['this machine', 'https://localhost/'],
  ['an address of this machine', 'https://127.0.0.1/'],
  ['an address as a number', 'https://2130706433/'],
  ['an address of IPv6', 'https://[::1]/'],
  ['an IPv4 address as IPv6', 'https://[::ffff:10.0.0.1]/'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
  ['a fragment', 'https://fcm.googleapis.com/fcm/send/abc#x'],
  ['a very long address', `https://fcm.googleapis.com/${'a'.repeat(2_000)}`],
])('nobody is called at %s', (_, endpoint) => {
  expect(checkEndpoint(endpoint, ['push.home:8443'])).toBeNull();
});

test('what the operator named is allowed at that port alone', () => {
  const named = ['push.home:8443', '127.0.0.1:9000', 'push.example:443', '[::1]:9000'];
  const isAllowed = (endpoint: string) => checkEndpoint(endpoint, named)?.service === 'named';
  expect(['https://push.home:8443/a', 'https://127.0.0.1:9000/a', 'https://push.example/a', 'https://[::1]:9000/a'].map(isAllowed)).toEqual(
    [true, true, true, true],
  );
  const others = [
    'https://push.home/a',
    'https://push.home:8444/a',
    'http://push.home:8443/a',
    'https://127.0.0.1/a',
    'https://a@push.home:8443/',
  ];
  expect(others.map(isAllowed)).toEqual([false, false, false, false, false]);
});
