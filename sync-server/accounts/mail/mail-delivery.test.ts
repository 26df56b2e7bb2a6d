import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { SMTPServer } from 'smtp-server';
import { test as base, describe, expect } from 'vitest';
import { smtpDelivery } from './mail-delivery.ts';

/** An address of this machine that is not loopback: for Kith another machine. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

interface MailServer {
  /** its address, with the password that Kith has for it */
  readonly at: (host: string, parameters?: string) => string;
  /** how the mails, and the passwords before them, arrived */
  readonly arrived: { readonly encrypted: boolean }[];
}

const test = base.extend('startMailServer', async ({ task: _ }, { onCleanup }) => {
  const servers: SMTPServer[] = [];
  onCleanup(async () => {
    for (const server of servers) await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return async ({ startTls }: { readonly startTls: boolean }): Promise<MailServer> => {
    const arrived: { encrypted: boolean }[] = [];
    const server = new SMTPServer({
      disabledCommands: startTls ? [] : ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth(_auth, session, done) {
        arrived.push({ encrypted: session.secure });
        done(null, { user: 'kith' });
      },
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          arrived.push({ encrypted: session.secure });
          done();
        });
      },
    });
    servers.push(server);
    server.on('error', () => undefined);
    server.listen(0, '0.0.0.0');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    return { at: (host, parameters = '') => `smtp://kith:secret@${host}:${port}${parameters}`, arrived };
  };
});

const mail = { subject: 'A link', text: 'https://kith.example', html: '<p>A link</p>', links: [] };

async function send(url: string): Promise<void> {
  const delivery = smtpDelivery(url, 'kith@kith.example');
  try {
    await delivery.deliver('1', 'ana@kith.test', mail);
  } finally {
    delivery.close();
  }
}

/** The certificate of the server here is nobody's. */
const ANY_CERTIFICATE = 'tls.rejectUnauthorized=false';

describe.runIf(outside !== undefined)('a mail server on another machine', () => {
  test('gets neither a mail nor the password where it takes no STARTTLS', async ({ startMailServer }) => {
    const { at, arrived } = await startMailServer({ startTls: false });
    for (const parameters of ['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])
      await expect(send(at(outside ?? '', parameters))).rejects.toThrow(/STARTTLS|TLS/);
    expect(arrived).toEqual([]);
  });

  test('gets both encrypted where it takes STARTTLS, if its certificate is good', async ({ startMailServer }) => {
    const { at, arrived } = await startMailServer({ startTls: true });
    await send(at(outside ?? '', `?${ANY_CERTIFICATE}`));
    expect(arrived).toEqual([{ encrypted: true }, { encrypted: true }]);
    await expect(send(at(outside ?? ''))).rejects.toThrow(/certificate/);
    expect(arrived).toHaveLength(2);
  });

  test('gets both as they are where its address says so', async ({ startMailServer }) => {
    const { at, arrived } = await startMailServer({ startTls: false });
    await send(at(outside ?? '', '?tls=none'));
    expect(arrived).toEqual([{ encrypted: false }, { encrypted: false }]);
  });
});

test('a mail server on this machine needs no encryption', async ({ startMailServer }) => {
  const { at, arrived } = await startMailServer({ startTls: false });
  await send(at('127.0.0.1'));
  expect(arrived).toHaveLength(2);
});
