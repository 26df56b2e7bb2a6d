import { expect, test } from 'vitest';
import { natsOptions } from './nats-wire.ts';

test.each([
  ['nats://127.0.0.1:4222', { servers: '127.0.0.1:4222' }],
  ['nats://ana:a%20secret@nats.example:4222', { servers: 'nats.example:4222', tls: {}, user: 'ana', pass: 'a secret' }],
  ['nats://token@nats.example?tls=none', { servers: 'nats.example', token: 'token' }],
  ['tls://nats.example:4223', { servers: 'nats.example:4223', tls: {} }],
])('%s', (address, options) => {
  expect(natsOptions(address)).toEqual(options);
});
