/**
 * The bus of several processes on one database. What this process publishes reaches the streams of the others through a wire. The wire may
 * lose, repeat and reorder messages, because a message only makes a process read the heads.
 *
 * What moves while a message is being sent goes with the next one, so a busy process sends one at a time. A process that knows of no other
 * sends only an occasional sign of life, so it pays almost nothing for the possibility of others.
 */
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { createTopic } from '../../../schemas/base/topic.ts';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { describeError } from '../../base/log.ts';
import type { ServerRealm } from '../../base/server-realm.ts';
import { type Announcement, AnnouncementBuffer, type Bus } from './bus.ts';

/** Carries texts from one process to all others. The sender may receive its own text too. */
export interface Wire {
  /** the longest text that the wire carries */
  readonly maxBytes: number;
  /** Starts to listen, and again after every lost connection. Calls `onListening` each time that it listens. */
  listen(onText: (text: string) => void, onListening: () => void): Promise<void>;
  /** @throws where the text could not be handed over */
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface PresenceTiming {
  /** how often a process gives a sign of life */
  readonly signMs: number;
  /** how long after its last sign another process counts as present */
  readonly silentMs: number;
  /** whether others are assumed to be there before they have said so; false by default */
  readonly assumeOthers?: boolean;
}
export const defaultPresence: PresenceTiming = { signMs: 20_000, silentMs: 70_000 };

const messageSchema = z.object({
  from: z.string(),
  /** `hello` asks for an answer: its sender has just started to listen */
  kind: z.enum(['hello', 'here', 'moved', 'bye']),
  scopes: z._default(z.array(z.object({ id: z.int(), collections: z.array(z.enum(collectionNames)) })), []),
  members: z._default(z.array(z.uuid()), []),
  sessions: z._default(z.array(z.uuid()), []),
  images: z._default(z.array(z.uuid()), []),
});
type Message = z.infer<typeof messageSchema>;

function parse(text: string): Message | null {
  try {
    const parsed = messageSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Splits into as many messages as needed, so that none is longer than `maxBytes`. They are all ASCII, so letters count as bytes. */
export function encodeMoved(from: string, moved: Required<Announcement>, maxBytes: number): string[] {
  const text = JSON.stringify({ from, kind: 'moved', ...moved });
  const size = moved.scopes.length + moved.members.length + moved.sessions.length + moved.images.length;
  if (text.length <= maxBytes || size <= 1) return [text];
  // Half of everything together: half of each list would never divide lists of one.
  const middle = Math.ceil(size / 2);
  let at = 0;
  const first: Record<string, readonly unknown[]> = {};
  const second: Record<string, readonly unknown[]> = {};
  for (const [key, list] of Object.entries(moved)) {
    const cut = Math.max(0, middle - at);
    first[key] = list.slice(0, cut);
    second[key] = list.slice(cut);
    at += list.length;
  }
  return [first, second].flatMap((half) => encodeMoved(from, half as unknown as Required<Announcement>, maxBytes));
}

/** Listens from now on. While the wire is down, the slow beat of each process does its work. */
export function createSharedBus(wire: Wire, log: Logger, presence: PresenceTiming = defaultPresence, realm: ServerRealm = globalThis): Bus {
  const self = realm.crypto.randomUUID();
  const heard = createTopic<[moved: Announcement]>();
  const outgoing = new AnnouncementBuffer();
  const others = new Map<string, number>();
  let sending: Promise<void> | null = null;
  let closed = false;

  /** messages being sent; they end before the wire closes */
  const underWay = new Set<Promise<void>>();
  function send(text: string): Promise<void> {
    const sent = wire
      .send(text)
      .catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'bus: could not notify other processes; they read the change within 4 s'),
      )
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
    return sent;
  }
  const sendSign = (kind: 'hello' | 'here' | 'bye') => send(JSON.stringify({ from: self, kind }));

  function hasOthers(): boolean {
    for (const [id, heardAt] of others) if (realm.Date.now() - heardAt > presence.silentMs) others.delete(id);
    return others.size > 0;
  }

  async function sendAll(): Promise<void> {
    // More may be published in the same turn of the event loop.
    await new Promise<void>((resolve) => realm.setImmediate(resolve));
    while (!outgoing.isEmpty()) {
      for (const text of encodeMoved(self, outgoing.take(), wire.maxBytes)) await send(text);
    }
    sending = null;
  }

  function receive(text: string): void {
    const message = parse(text);
    if (!message || message.from === self || closed) return;
    if (message.kind === 'bye') {
      others.delete(message.from);
      return;
    }
    others.set(message.from, realm.Date.now());
    if (message.kind === 'hello') void sendSign('here');
    if (message.kind === 'moved') heard.announce(message);
  }

  const listening = wire
    .listen(receive, () => {
      if (!closed) void sendSign('hello');
    })
    .catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'bus: could not listen to other processes; reading their changes every 4 s'),
    );
  const signs = realm.setInterval(() => void sendSign('here'), presence.signMs);
  signs.unref();

  return {
    publish(moved) {
      if (closed || !(presence.assumeOthers || hasOthers())) return;
      outgoing.add(moved);
      if (!outgoing.isEmpty()) sending ??= sendAll();
    },
    subscribe: heard.subscribe,
    async close() {
      closed = true;
      realm.clearInterval(signs);
      heard.close();
      await listening;
      await sending;
      await Promise.all(underWay);
      await sendSign('bye');
      await wire.close();
    },
  };
}
