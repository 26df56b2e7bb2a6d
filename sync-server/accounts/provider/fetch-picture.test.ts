import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { IMAGE_MAX_BYTES } from '../../../schemas/images/image.ts';
import { isPublicAddress } from '../../base/outbound/public-address.ts';
import { fetchPicture, type PictureSource } from './fetch-picture.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const HOST = 'pictures.kith.example';

/** A picture host on this machine. Records the paths that were requested. */
async function hostOfPictures(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const here: PictureSource = { hosts: ['127.0.0.1', 'localhost'], loopback: `http://127.0.0.1:${port}` };
  return {
    port,
    asked,
    fetch: (path = '/a.png', more: Partial<PictureSource> = {}) => fetchPicture(`http://127.0.0.1:${port}${path}`, { ...here, ...more }),
  };
}

const found =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a picture arrives as it was sent', async () => {
  const { fetch } = await hostOfPictures((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG));
  expect(await fetch()).toEqual(PNG);
});

test.each([
  ['http://pictures.kith.example/a.png', 'PICTURE_URL'],
  ['ftp://pictures.kith.example/a.png', 'PICTURE_URL'],
  ['file:///etc/passwd', 'PICTURE_URL'],
  ['data:image/png;base64,AAAA', 'PICTURE_URL'],
  ['/a.png', 'PICTURE_URL'],
  ['', 'PICTURE_URL'],
  ['https://ana:secret@pictures.kith.example/a.png', 'PICTURE_URL'],
  ['https://pictures.kith.example:8443/a.png', 'PICTURE_URL'],
  ['https://other.kith.example/a.png', 'PICTURE_HOST'],
  ['https://pictures.kith.example.evil.example/a.png', 'PICTURE_HOST'],
  ['https://evil.example/pictures.kith.example', 'PICTURE_HOST'],
  ['https://pictures.kith.example@evil.example/', 'PICTURE_URL'],
  ['https://pictures.kith.example./a.png', 'PICTURE_HOST'],
  ['https://169.254.169.254/latest/meta-data', 'PICTURE_HOST'],
  ['https://2130706433/', 'PICTURE_HOST'],
  ['https://[::1]/', 'PICTURE_HOST'],
])('%j is not fetched: %s', async (url, refusal) => {
  const lookup = () => Promise.reject(new Error('nothing is looked up'));
  expect(await fetchPicture(url, { hosts: [HOST], lookup })).toBe(refusal);
});

test.each(['127.0.0.1', '[::1]', '93.184.215.14'])('a literal address is not fetched even if it is configured: %s', async (host) => {
  expect(await fetchPicture(`https://${host}/a.png`, { hosts: [host] })).toBe('PICTURE_ADDRESS');
});

test.each([
  ['127.0.0.1'],
  ['0.0.0.0'],
  ['10.1.2.3'],
  ['172.16.0.1'],
  ['172.31.255.255'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['198.18.0.1'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::7f00:1'],
  ['fe80::1'],
  ['fc00::1'],
  ['fd12:3456::1'],
  ['ff02::1'],
  ['2001:db8::1'],
  ['2002:7f00:1::'],
  ['2001::1'],
  ['93.184.215.14', '127.0.0.1'],
  ['2606:4700::1', 'fe80::1'],
  [],
])('a name that resolves to %s is not connected to', async (...addresses) => {
  expect(await fetchPicture(`https://${HOST}/a.png`, { hosts: [HOST], lookup: found(...addresses.filter(Boolean)) })).toBe(
    'PICTURE_ADDRESS',
  );
});

test('only public internet addresses are allowed', () => {
  for (const address of ['8.8.8.8', '142.250.74.1', '172.32.0.1', '2606:4700::1', '2a00:1450::1'])
    expect(isPublicAddress(address)).toBe(true);
  for (const text of ['', 'localhost', '1.2.3', '2606:4700::1%eth0']) expect(isPublicAddress(text)).toBe(false);
});

test('where the provider is on this machine too, no other port of it is asked', async () => {
  const provider = await hostOfPictures((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG));
  const other = await hostOfPictures((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG));
  const loopback = `http://127.0.0.1:${provider.port}`;
  expect(await other.fetch('/a.png', { loopback })).toBe('PICTURE_URL');
  expect(await fetchPicture('http://127.0.0.1/a.png', { hosts: ['127.0.0.1'], loopback })).toBe('PICTURE_URL');
  expect(other.asked).toEqual([]);
  expect(await provider.fetch('/a.png', { loopback })).toEqual(PNG);
});

test('the name is looked up once, and the connection goes to the address that was checked', async () => {
  const { port, asked } = await hostOfPictures((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG));
  let lookups = 0;
  // From the second lookup on, the name means another machine, so there must be no second lookup.
  const lookup = async (name: string) => {
    expect(name).toBe('localhost');
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  };
  expect(
    await fetchPicture(`http://localhost:${port}/a.png`, { hosts: ['localhost'], loopback: `http://localhost:${port}`, lookup }),
  ).toEqual(PNG);
  expect([lookups, asked.length]).toEqual([1, 1]);
});

test('a public name that resolves to this machine is refused before anything is sent', async () => {
  const { asked } = await hostOfPictures((_, response) => void response.end(PNG));
  expect(await fetchPicture(`https://${HOST}/a.png`, { hosts: [HOST], lookup: found('127.0.0.1') })).toBe('PICTURE_ADDRESS');
  expect(asked).toEqual([]);
});

test.each([301, 302, 303, 307, 308, 304])('a redirect (%i) is refused, even to a picture', async (status) => {
  const { fetch, asked } = await hostOfPictures((request, response) => {
    if (request.url === '/b.png') response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    else response.writeHead(status, { location: '/b.png' }).end();
  });
  expect(await fetch()).toBe('PICTURE_REDIRECTED');
  expect(asked).toEqual(['/a.png']);
});

test.each([
  ['a page', { 'content-type': 'text/html' }, PNG],
  ['a drawing, which may hold scripts', { 'content-type': 'image/svg+xml' }, Buffer.from('<svg/>')],
  ['no type', {}, PNG],
  ['a page that is called a picture', { 'content-type': 'image/png' }, Buffer.from('<html>')],
  ['nothing', { 'content-type': 'image/png' }, Buffer.alloc(0)],
  ['packed bytes', { 'content-type': 'image/png', 'content-encoding': 'gzip' }, PNG],
])('%s is not a picture', async (_, headers, bytes) => {
  const { fetch } = await hostOfPictures((_request, response) => void response.writeHead(200, headers).end(bytes));
  expect(await fetch()).toBe('PICTURE_TYPE');
});

test.each([404, 401, 500, 204, 206])('an answer of %i is not a picture', async (status) => {
  const { fetch } = await hostOfPictures((_, response) => void response.writeHead(status, { 'content-type': 'image/png' }).end(PNG));
  expect(await fetch()).toBe('PICTURE_STATUS');
});

test('a picture that is too large is not read to its end, with or without a declared length', async () => {
  let sent = 0;
  const { fetch } = await hostOfPictures((request, response) => {
    const said = request.url === '/said';
    response.writeHead(200, { 'content-type': 'image/png', ...(said ? { 'content-length': IMAGE_MAX_BYTES + 1 } : {}) });
    if (said) return void response.flushHeaders();
    const piece = Buffer.concat([PNG, Buffer.alloc(256 * 1024)]);
    const more = () => {
      do sent += piece.byteLength;
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  expect(await fetch('/said')).toBe('PICTURE_TOO_LARGE');
  expect(await fetch('/endless')).toBe('PICTURE_TOO_LARGE');
  expect(sent).toBeLessThan(4 * IMAGE_MAX_BYTES);
});

test('a response that never ends, never begins or breaks off is given up', async () => {
  const { fetch } = await hostOfPictures((request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200, { 'content-type': 'image/png', ...(request.url === '/broken' ? { 'content-length': 1000 } : {}) });
    response.write(PNG, () => {
      if (request.url === '/broken') response.destroy();
    });
  });
  expect(await fetch('/silent', { seconds: 0.3 })).toBe('PICTURE_TOO_SLOW');
  expect(await fetch('/dripping', { seconds: 0.3 })).toBe('PICTURE_TOO_SLOW');
  expect(await fetch('/broken')).toBe('PICTURE_UNREACHABLE');
});

test('a host that does not exist is unreachable', async () => {
  expect(await fetchPicture('http://127.0.0.1:1/a.png', { hosts: ['127.0.0.1'], loopback: 'http://127.0.0.1:1' })).toBe(
    'PICTURE_UNREACHABLE',
  );
  const lookup = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await fetchPicture(`https://${HOST}/a.png`, { hosts: [HOST], lookup })).toBe('PICTURE_UNREACHABLE');
});
