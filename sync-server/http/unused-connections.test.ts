import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { followConnections } from './unused-connections.ts';

test('a server that shuts down waits for a running request, but not for a connection without one', async () => {
  let running: (response: ServerResponse) => void = () => undefined;
  const asked = new Promise<ServerResponse>((resolve) => {
    running = resolve;
  });
  const server = createServer((_, response) => running(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connections = followConnections(server);
  const { port } = server.address() as AddressInfo;
  const [silent, busy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  busy.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const response = await asked;
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);

  const ended = once(server, 'close');
  const silentEnded = once(silent, 'close');
  server.close();
  server.closeIdleConnections();
  connections.closeUnused();
  await silentEnded;
  expect(busy.destroyed).toBe(false);
  const answer = once(busy, 'data');
  response.end('answered');
  expect(String((await answer)[0])).toContain('200 OK');
  await ended;
});
