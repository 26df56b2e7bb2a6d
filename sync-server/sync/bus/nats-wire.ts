import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Realm } from '../../../schemas/base/realm.ts';
import { describeError } from '../../base/log.ts';
import { needsTls } from '../../base/loopback.ts';
import type { Wire } from './shared-bus.ts';

const AGAIN_MS = 1_000;

/**
 * `nats://user:password@host:4222`, `nats://token@host` or `tls://...`. For a cluster one server is enough: it names the others. A server
 * on another machine must take TLS, unless the address says `?tls=none`.
 */
export function natsOptions(address: string): NodeConnectionOptions {
  const { host, protocol, username, password } = new URL(address);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    ...(protocol === 'tls:' || needsTls(address) ? { tls: {} } : {}),
    ...(pass ? { user, pass } : user ? { token: user } : {}),
  };
}

/**
 * NATS as the wire, for operators who run NATS anyway. Keeps connecting in the background, so a server starts and works without NATS.
 * `home` names the database, because others may share this NATS.
 */
export function natsWire(address: string, home: string, log: Logger, realm: Realm = globalThis): Wire {
  const subject = `kith.${home}.moved`;
  let connection: NatsConnection | null = null;
  let up = false;
  let closed = false;
  let wake: () => void = () => undefined;

  async function hold(onText: (text: string) => void, onListening: () => void): Promise<void> {
    // Few operators have NATS, so the others do not load its client.
    const { connect } = await import('@nats-io/transport-node');
    connection = await connect({
      ...natsOptions(address),
      name: 'kith',
      noEcho: true,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: AGAIN_MS,
      pingInterval: 10_000,
    });
    if (closed) return connection.close();
    connection.subscribe(subject, { callback: (error, message) => void (error === null && onText(message.string())) });
    up = true;
    onListening();
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') up = false;
      else if (type === 'reconnect') {
        up = true;
        onListening();
      }
    }
  }

  async function keep(onText: (text: string) => void, onListening: () => void): Promise<void> {
    let warned = false;
    while (!closed) {
      try {
        await hold(onText, onListening);
        warned = false;
      } catch (error) {
        if (!warned) log.warn({ error: describeError(error) }, 'could not reach NATS; trying again every second');
        warned = true;
      }
      up = false;
      if (closed) return;
      await new Promise<void>((resolve) => {
        const timer = realm.setTimeout(resolve, AGAIN_MS);
        wake = () => {
          realm.clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    maxBytes: 64 * 1024,
    async listen(onText, onListening) {
      void keep(onText, onListening);
    },
    async send(text) {
      // Kept for an unreachable NATS, these messages would pile up and be useless when they arrive.
      if (up) connection?.publish(subject, text);
    },
    async close() {
      closed = true;
      wake();
      await connection?.flush().catch(() => undefined);
      await connection?.close().catch(() => undefined);
    },
  };
}
