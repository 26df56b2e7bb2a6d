/**
 * Sits between a server and its Postgres and recognises the commits of writing transactions. A test can act at a named point of a commit:
 * before Postgres receives it, when Postgres has answered and the server has not received that, or right after that.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export type CommitPoint = 'before commit' | 'committed, not heard' | 'committed and heard';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

/** Parses what the server sends on one connection, and returns for each chunk whether it commits a write. */
function commitReader() {
  let pending = Buffer.alloc(0);
  let started = false;
  let writing = false;
  const texts = new Map<string, string>();
  const zero = (at: number, bytes: Buffer) => bytes.indexOf(0, at);

  function commits(type: string, body: Buffer): boolean {
    if (type === 'P') {
      const end = zero(0, body);
      texts.set(
        body.toString('utf8', 0, end),
        body
          .toString('utf8', end + 1, zero(end + 1, body))
          .trim()
          .toLowerCase(),
      );
    }
    const name = type === 'B' ? body.toString('utf8', zero(0, body) + 1, zero(zero(0, body) + 1, body)) : '';
    const text = type === 'Q' ? body.toString('utf8', 0, zero(0, body)).trim().toLowerCase() : type === 'B' ? (texts.get(name) ?? '') : '';
    if (text.startsWith('begin')) writing = text.includes('read committed');
    // A `create_…` call is one statement, and so a transaction of its own.
    return (text === 'commit' && writing) || (type === 'B' && text.startsWith('select create_'));
  }

  return (chunk: Buffer): boolean => {
    pending = Buffer.concat([pending, chunk]);
    let found = false;
    for (;;) {
      // The first message of a connection has no type byte.
      const head = started ? 1 : 0;
      if (pending.length < head + 4) return found;
      const length = head + pending.readInt32BE(head);
      if (pending.length < length) return found;
      if (started) found = commits(String.fromCharCode(pending[0] ?? 0), pending.subarray(5, length)) || found;
      started = true;
      pending = pending.subarray(length);
    }
  };
}

/** Starts a proxy before the Postgres that listens in this directory of sockets. */
export async function startPostgresProxy(socketDir: string) {
  let trap: { readonly point: CommitPoint; readonly spring: () => void } | null = null;
  const sockets = new Set<Socket>();

  function forward(server: Socket): void {
    const postgres = connect(join(socketDir, '.s.PGSQL.5432'));
    const isCommit = commitReader();
    let awaiting: (() => void) | null = null;
    const end = () => {
      server.destroy();
      postgres.destroy();
      sockets.delete(server);
      sockets.delete(postgres);
    };
    for (const socket of [server, postgres]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    server.on('data', (chunk) => {
      if (isCommit(chunk) && trap) {
        const { point, spring } = trap;
        trap = null;
        if (point === 'before commit') {
          spring();
          return;
        }
        awaiting = () => {
          if (point === 'committed and heard') server.write(answer);
          spring();
        };
      }
      postgres.write(chunk);
    });
    let answer = Buffer.alloc(0);
    postgres.on('data', (chunk) => {
      if (!awaiting) {
        server.write(chunk);
        return;
      }
      answer = chunk;
      awaiting();
      awaiting = null;
    });
  }

  const listener = createServer(forward);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    /** Calls back once, at this point of the next commit of a write. */
    at(point: CommitPoint, spring: () => void): void {
      trap = { point, spring };
    },
    disarm(): boolean {
      const armed = trap !== null;
      trap = null;
      return armed;
    },
    async close(): Promise<void> {
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, 'close');
    },
  };
}
