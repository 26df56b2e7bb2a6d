/**
 * How the realms of a browser (pages, workers) hear what happens to its session: one BroadcastChannel. Whoever announces an event hears it
 * like everybody else, at once; the others as soon as the browser brings it.
 */
import { readSessionUser } from '../account/session-answer.ts';
import { createTopic } from '../base/topic.ts';
import type { SessionEvent } from './session-event.ts';

export const SESSION_CHANNEL = 'kith-session';

/** Asks the other realms for the token that they hold; the answer is a `TOKEN_REFRESHED`. */
interface TokenQuestion {
  readonly type: 'ask';
  readonly userId: string;
}

type SessionMessage = SessionEvent | TokenQuestion;

export interface SessionChannel {
  announce(event: SessionEvent): void;
  /** A listener that another one adds while it hears an event hears that event as well. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
  ask(userId: string): void;
  /** The questions of other realms. */
  onAsk(listener: (userId: string) => void): () => void;
  /** Whether there is anybody to ask. */
  readonly isShared: boolean;
  close(): void;
}

type Read = (value: unknown) => unknown;

const text: Read = (value) => (typeof value === 'string' ? value : null);
const number: Read = (value) => (Number.isFinite(value) ? value : null);
const oneOf =
  (...values: readonly unknown[]): Read =>
  (value) =>
    values.includes(value) ? value : null;
const token = { token: text, leftMs: number };

/** What each message has besides its type. */
const messages: { readonly [Type in SessionMessage['type']]: { readonly [Field in string]: Read } } = {
  SIGNED_IN: { userId: text, user: readSessionUser, ...token },
  SIGNED_OUT: { userId: text, why: oneOf('asked', 'expired', 'deleted') },
  TOKEN_REFRESHED: { userId: text, ...token },
  PASSWORD_RECOVERY: { step: oneOf('opened', 'used') },
  USER_UPDATED: { userId: text, user: readSessionUser, changed: oneOf('password', 'email', 'name') },
  ask: { userId: text },
};

/** The message that this value is, and nothing besides; null where it is none, as of another version of the app. */
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

/** `alone`: heard in this realm only, where nothing is to be kept open for others. */
export function openSessionChannel({ alone = false }: { readonly alone?: boolean } = {}): SessionChannel {
  const channel = alone || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL);
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
      // The others first: what is done here because of it may announce more.
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
