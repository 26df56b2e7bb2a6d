/**
 * How the realms of a browser (pages, workers) learn what happens to its session: over one BroadcastChannel. The realm that announces an
 * event receives it at once, like its own listeners. The other realms receive it as soon as the browser delivers it.
 */
import { readSessionUser } from '../../../schemas/account/session-answer.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { DeviceRealm } from './device-realm.ts';
import type { SessionEvent } from './session-event.ts';

export const SESSION_CHANNEL = 'kith-session';

/** Asks the other realms for their token. The answer is a `TOKEN_REFRESHED`. */
interface TokenQuestion {
  readonly type: 'ask';
  readonly userId: string;
}

type SessionMessage = SessionEvent | TokenQuestion;

export interface SessionChannel {
  announce(event: SessionEvent): void;
  /** A listener that is added during an event receives that event as well. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
  ask(userId: string): void;
  /** Calls back on the questions of other realms. */
  onAsk(listener: (userId: string) => void): () => void;
  /** Whether there are other realms to ask. */
  readonly isShared: boolean;
  close(): void;
}

type Read = (value: unknown) => unknown;

const text: Read = (value) => (typeof value === 'string' ? value : null);
const truth: Read = (value) => (typeof value === 'boolean' ? value : null);
const number: Read = (value) => (Number.isFinite(value) ? value : null);
const oneOf =
  (...values: readonly unknown[]): Read =>
  (value) =>
    values.includes(value) ? value : null;
const token = { token: text, leftMs: number };

/** The fields of each message besides its type. */
const messages: { readonly [Type in SessionMessage['type']]: { readonly [Field in string]: Read } } = {
  SIGNED_IN: { userId: text, user: readSessionUser, ...token },
  SIGNED_OUT: { userId: text, why: oneOf('asked', 'expired', 'deleted') },
  TOKEN_REFRESHED: { userId: text, ...token, inSight: truth },
  PASSWORD_RECOVERY: { step: oneOf('opened', 'used') },
  USER_UPDATED: { userId: text, user: readSessionUser, changed: oneOf('password', 'email', 'name') },
  ask: { userId: text },
};

/** The message in this value, without any other field; null if it is no message, or one of another version of the app. */
export function readSessionMessage(value: unknown): SessionMessage | null {
  const given: Readonly<Record<string, unknown>> = { ...(value as object) };
  const fields = Object.hasOwn(messages, String(given.type)) && messages[given.type as SessionMessage['type']];
  if (!fields) return null;
  const read: Record<string, unknown> = { type: given.type };
  for (const [name, readField] of Object.entries(fields)) {
    read[name] = readField(given[name]);
    if (read[name] === null) return null;
  }
  return read as SessionMessage;
}

/** `alone`: events stay within this realm, for callers that must not keep a channel open. */
export function openSessionChannel({
  alone = false,
  realm = globalThis,
}: {
  readonly alone?: boolean;
  readonly realm?: Pick<DeviceRealm, 'BroadcastChannel'>;
} = {}): SessionChannel {
  const channel = alone || !realm.BroadcastChannel ? null : new realm.BroadcastChannel(SESSION_CHANNEL);
  const events = createTopic<[event: SessionEvent]>();
  const questions = createTopic<[userId: string]>();
  const onMessage = (event: Event) => {
    const message = readSessionMessage((event as MessageEvent<unknown>).data);
    if (message?.type === 'ask') questions.announce(message.userId);
    else if (message) events.announce(message);
  };
  channel?.addEventListener('message', onMessage);
  const send = (message: SessionMessage) => channel?.postMessage(message);
  return {
    announce(event) {
      // The other realms first: what a local listener does because of the event may announce more.
      send(event);
      events.announce(event);
    },
    onEvent: events.subscribe,
    ask: (userId) => send({ type: 'ask', userId }),
    onAsk: questions.subscribe,
    isShared: channel !== null,
    close() {
      channel?.removeEventListener('message', onMessage);
      channel?.close();
      events.close();
      questions.close();
    },
  };
}
