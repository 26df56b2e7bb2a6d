import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { test as base, expect } from 'vitest';
import { isOurUser } from './is-our-user.ts';

/** Both ends of a connection on this machine. Returns the server's end. */
const test = base.extend('accepted', async ({ task: _ }, { onCleanup }) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  onCleanup(() => {
    client.destroy();
    accepted.destroy();
    server.close();
  });
  return accepted;
});

const keepsList = existsSync('/proc/net/tcp');

test('the other end of a connection from this process belongs to our user', async ({ accepted }) => {
  expect(await isOurUser(accepted)).toBe(true);
});

test('an end that is not connected belongs to no user', async ({ accepted }) => {
  const { remoteAddress, remotePort, localAddress, localPort } = accepted;
  expect(await isOurUser({ remoteAddress, remotePort, localAddress, localPort: (localPort ?? 0) ^ 1 })).toBe(!keepsList);
  expect(await isOurUser({ remoteAddress: '127.0.0.9', remotePort, localAddress, localPort })).toBe(!keepsList);
  expect(await isOurUser({})).toBe(false);
});
