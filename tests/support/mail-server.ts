import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string[];
  readonly raw: string;
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * A real mail server on this machine. It refuses the first mail to each address that begins with `busy`, and all mails to one that begins
 * with `never`, for now; and an address that begins with `gone` for good. Each waits for `hold` before it is answered.
 */
export async function startMailServer({ hold = async () => undefined }: { readonly hold?: () => Promise<void> } = {}) {
  const received: ReceivedMail[] = [];
  const refused: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('gone')) return done();
      refused.push(address);
      return done(Object.assign(new Error('5.1.1 no such person'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const busy = to.find((address) => address.startsWith('never') || (address.startsWith('busy') && !refused.includes(address)));
        if (busy) {
          refused.push(busy);
          return done(Object.assign(new Error('busy, come again'), { responseCode: 451 }));
        }
        received.push({ to, raw: Buffer.concat(chunks).toString() });
        await hold();
        return done();
      });
    },
  });
  // A client that was killed leaves its connection in the middle.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** the accepted mails to this address */
    to: (address: string) => received.filter((mail) => mail.to.includes(address)),
    refused,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
