/**
 * A bad network on loopback: every browser and client of a test talks to the server through it. It works on the TCP connection itself,
 * because a browser's own offline switch does not close the streams of workers.
 *
 * Its port stays the same whatever happens behind it, since cookies, service workers and databases belong to host and port.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { messageReader } from './message-reader.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly at: number;
}

type Match = string | RegExp;
type Mode = 'open' | 'cut' | 'half-open';

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
  /** the request whose answer is not complete yet */
  current: SeenRequest | null;
  /** set while the answer to `current` must not reach the client */
  drop: (() => void) | null;
  /** its request must not reach the server */
  refused: boolean;
  /** what its client sends reaches the server when this settles, in order */
  heldBack: Promise<void> | null;
  /** nothing passes any more, and neither side notices */
  stalled: boolean;
  /** how many more bytes may pass, both directions together, before the connection is reset */
  bytesLeft: number;
}

interface Drop {
  readonly match: Match;
  readonly done: () => void;
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

const matches = (match: Match, path: string) => (typeof match === 'string' ? path.split('?')[0] === match : match.test(path));

interface Rules {
  delayMs: number;
  bytesPerSecond: number;
  /** whether all connections share the rate */
  oneLine: boolean;
}

/** One direction of a line: when it is free again. */
interface Line {
  free: number;
}

/** What passes a slow line at once. */
const PIECE = 4_096;

/**
 * Forwards bytes in order, each after its delay, and no faster than the rate. Where connections share a line, what comes later waits for
 * what is on it, as behind the buffer of a modem. `seen` returns the part to forward, or null; `passed` returns what of it arrives.
 */
function pipe(
  from: Socket,
  to: Socket,
  rules: Rules,
  shared: Line,
  seen: (chunk: Buffer) => Buffer | null,
  passed: (piece: Buffer) => Buffer | null,
): void {
  const own: Line = { free: 0 };
  let last = 0;
  let waiting = 0;
  from.on('data', (received) => {
    const chunk = seen(received);
    if (!chunk) return;
    const isSlow = rules.bytesPerSecond < Number.POSITIVE_INFINITY;
    if (rules.delayMs === 0 && !isSlow && waiting === 0) {
      const arrived = passed(chunk);
      if (arrived && !to.write(arrived)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      return;
    }
    // A slow line also slows the sender down. It must not act as a large buffer.
    if (isSlow) from.pause();
    const line = rules.oneLine ? shared : own;
    for (let start = 0; start < chunk.length; start += PIECE) {
      const piece = isSlow ? chunk.subarray(start, start + PIECE) : chunk;
      line.free = Math.max(line.free, performance.now()) + (isSlow ? (piece.length / rules.bytesPerSecond) * 1000 : 0);
      last = Math.max(last, line.free + rules.delayMs);
      waiting += 1;
      const isLast = start + PIECE >= chunk.length;
      setTimeout(() => {
        waiting -= 1;
        const arrived = to.destroyed ? null : passed(piece);
        if (arrived) to.write(arrived);
        if (isSlow && isLast) from.resume();
      }, last - performance.now());
      if (!isSlow) break;
    }
  });
  from.on('end', () => setTimeout(() => to.end(), Math.max(0, last - performance.now()) + (waiting > 0 ? 1 : 0)));
}

/** Starts a proxy before `127.0.0.1:<targetPort>`, asked again for each connection; nothing has to listen there yet. */
export async function startFaultProxy(targetPort: number | (() => number)) {
  const connections = new Set<Connection>();
  /** accepted and then ignored */
  const swallowed = new Set<Socket>();
  const requests: SeenRequest[] = [];
  const drops: Drop[] = [];
  let refused: Match | null = null;
  let heldBack: { readonly match: Match; readonly released: Promise<void> } | null = null;
  const rules: Rules = { delayMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY, oneLine: false };
  const [up, down]: [Line, Line] = [{ free: 0 }, { free: 0 }];
  let sent = 0;
  let mode: Mode = 'open';
  let bytesOfNext: (() => number) | null = null;
  let resets = 0;

  function forward(client: Socket): void {
    const upstream = connect(typeof targetPort === 'number' ? targetPort : targetPort(), '127.0.0.1');
    const connection: Connection = {
      client,
      upstream,
      current: null,
      drop: null,
      refused: false,
      heldBack: null,
      stalled: false,
      bytesLeft: bytesOfNext?.() ?? Number.POSITIVE_INFINITY,
    };
    connections.add(connection);
    /** The part of a chunk that still passes. The connection is reset in the middle of the chunk where its bytes are used up. */
    const allowed = (to: Socket, chunk: Buffer): Buffer | null => {
      const passes = chunk.subarray(0, Math.max(0, Math.min(chunk.length, connection.bytesLeft)));
      if (to === upstream) sent += passes.length;
      if (connection.bytesLeft >= chunk.length) {
        connection.bytesLeft -= chunk.length;
        return chunk;
      }
      if (connection.bytesLeft < 0) return null;
      connection.bytesLeft = -1;
      resets += 1;
      const reset = () => {
        client.resetAndDestroy();
        upstream.destroy();
      };
      if (passes.length === 0) reset();
      else to.write(passes, reset);
      return null;
    };
    const end = () => {
      connections.delete(connection);
      client.destroy();
      upstream.destroy();
    };
    client.on('error', end).on('close', end);
    // A normal end reaches the client through the pipe, after everything that is still on its way.
    upstream.on('error', () => client.resetAndDestroy());
    client.setNoDelay(true);
    upstream.setNoDelay(true);

    const readRequest = messageReader({
      head: ({ line, headers }) => {
        sent -= [line, '', ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\r\n').length + 2;
        const [method = '', path = ''] = line.split(' ');
        connection.current = { method, path, at: Date.now() };
        requests.push(connection.current);
        if (refused !== null && matches(refused, path)) connection.refused = true;
        if (heldBack !== null && matches(heldBack.match, path)) {
          connection.heldBack = heldBack.released.then(() => {
            connection.heldBack = null;
          });
        }
        const index = drops.findIndex((drop) => matches(drop.match, path));
        if (index >= 0) connection.drop = drops.splice(index, 1)[0]?.done ?? null;
      },
      end: () => undefined,
    });
    const readAnswer = messageReader({
      head: () => undefined,
      end: () => {
        connection.current = null;
      },
      hasNoBody: ({ line }) => connection.current?.method === 'HEAD' || / (?:1\d\d|204|304) /.test(`${line} `),
    });

    const fromClient = (chunk: Buffer): Buffer | null => {
      if (mode === 'half-open' || connection.stalled) return null;
      readRequest(chunk);
      if (connection.refused) {
        client.resetAndDestroy();
        return null;
      }
      if (connection.heldBack !== null) {
        void connection.heldBack.then(() => upstream.destroyed || upstream.write(chunk));
        return null;
      }
      return chunk;
    };
    const fromServer = (chunk: Buffer): Buffer | null => {
      if (connection.drop) {
        // The server has answered, so it has committed; the client never learns that.
        connection.drop();
        connection.drop = null;
        client.resetAndDestroy();
        return null;
      }
      if (mode === 'half-open' || connection.stalled) return null;
      readAnswer(chunk);
      return chunk;
    };
    pipe(client, upstream, rules, up, fromClient, (piece) => allowed(upstream, piece));
    pipe(upstream, client, rules, down, fromServer, (piece) => allowed(client, piece));
  }

  const listener = createServer((client) => {
    client.on('error', () => client.destroy());
    if (mode === 'cut') {
      client.resetAndDestroy();
    } else if (mode === 'half-open') {
      swallowed.add(client);
      client.on('close', () => swallowed.delete(client)).resume();
    } else {
      forward(client);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  function resetAll(): void {
    for (const { client, upstream } of connections) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    for (const client of swallowed) client.resetAndDestroy();
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Every request that was begun, oldest first. */
    requests: requests as readonly SeenRequest[],
    /** No network: open connections are reset, new ones are refused. */
    cut(): void {
      mode = 'cut';
      resetAll();
    },
    /** A dead line that nobody notices: connections are accepted and stay open, but nothing passes in either direction. */
    halfOpen(): void {
      mode = 'half-open';
    },
    /** Resets requests to `path` before they reach the server, until the next call; null for none. */
    refuse(path: Match | null): void {
      refused = path;
    },
    /** Holds back requests to `path`. Call the returned function to let them through. */
    hold(path: Match): () => void {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      heldBack = { match: path, released };
      return () => {
        heldBack = null;
        release();
      };
    },
    /** Connections that wait for or receive an answer to `path` go dead unnoticed; new ones work. Returns how many. */
    stall(path: Match): number {
      const dead = [...connections].filter(({ current }) => current !== null && matches(path, current.path));
      for (const connection of dead) connection.stalled = true;
      return dead.length;
    },
    /** Resets every connection once `bytesOfNext()` bytes have passed in it, wherever that falls; null to stop doing so. */
    resetAfter(next: (() => number) | null): void {
      bytesOfNext = next;
      for (const connection of connections) connection.bytesLeft = next?.() ?? Number.POSITIVE_INFINITY;
    },
    /** How many connections `resetAfter` has reset. */
    resets: (): number => resets,
    /** The network is back. Connections that were dead until now have lost bytes and are reset. */
    heal(): void {
      const hadLost = mode === 'half-open';
      mode = 'open';
      if (hadLost) resetAll();
    },
    /** How long every chunk travels, each way. */
    delay(ms: number): void {
      rules.delayMs = ms;
    },
    /** How many bytes pass per second, each way, on each connection or on all of them together; no argument for no limit. */
    throttle(bytesPerSecond: number = Number.POSITIVE_INFINITY, on: 'each' | 'one line' = 'each'): void {
      rules.bytesPerSecond = bytesPerSecond;
      rules.oneLine = on === 'one line';
    },
    /** How many bytes clients have sent, without the heads of their requests. */
    sent: (): number => sent,
    /** Lets the next request to `path` reach the server, and resets the connection when its answer comes. Resolves then. */
    dropAnswerTo(path: Match): Promise<void> {
      return new Promise((done) => drops.push({ match: path, done }));
    },
    /** How many connections wait for or receive an answer to a request for `path`. Mostly used for open streams. */
    openRequests(path: Match): number {
      return [...connections].filter(({ current }) => current !== null && matches(path, current.path)).length;
    },
    openConnections: (): number => connections.size,
    async close(): Promise<void> {
      const closed = once(listener, 'close');
      listener.close();
      resetAll();
      await closed;
    },
  };
}
