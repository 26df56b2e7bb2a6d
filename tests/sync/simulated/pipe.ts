/** A connection in memory. What is written at one end arrives at the other in the same order, after a time that is drawn. */
import { Duplex } from 'node:stream';
import type { WorldRealm } from './world.ts';

export class End extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  /** takes what happens at the other end */
  carry: (what: (other: End) => void) => void = () => undefined;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.carry((other) => other.push(chunk));
    done();
  }

  override _final(done: () => void): void {
    this.carry((other) => other.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.carry((other) => other.destroy());
    done(error);
  }

  setTimeout(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

/** `latency` draws for how many milliseconds the next piece is under way. */
export function openPipe(realm: WorldRealm, latency: () => number): readonly [client: End, server: End] {
  const [client, server] = [new End(), new End()];
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    let lastAt = 0;
    from.carry = (what) => {
      lastAt = Math.max(lastAt, realm.Date.now() + latency());
      realm.setTimeout(() => {
        if (!to.destroyed) what(to);
      }, lastAt - realm.Date.now());
    };
  }
  return [client, server];
}
