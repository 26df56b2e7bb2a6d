/**
 * Answers the share sheet of a device whose service worker is gone, or not there yet. Nothing of the form is looked at: what somebody
 * shares belongs to their device until they send it. The page that the answer leads to says what to do.
 */
import { Hono } from 'hono';
import { SHARE_MAX_BYTES, SHARE_PATH, sharePage } from '../../schemas/share-target/share-target.ts';
import type { AppEnv } from './app-env.ts';

/** A share sheet may send more than is kept. Beyond this, the answer comes while the rest is still being sent. */
const MOST_DROPPED = 3 * SHARE_MAX_BYTES;

/** Reads and drops the body: a proxy that is still sending when the connection closes answers its client with an error of its own. */
async function drop(request: Request): Promise<void> {
  let left = MOST_DROPPED;
  const sink = new WritableStream<Uint8Array>({
    write({ byteLength }) {
      left -= byteLength;
      if (left < 0) throw new Error('enough');
    },
  });
  // A client that went away hears no answer.
  await request.body?.pipeTo(sink).catch(() => undefined);
}

export function shareTarget(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post(SHARE_PATH, async (c) => {
    await drop(c.req.raw);
    return c.redirect(sharePage('not-ready'), 303);
  });
  return app;
}
