/**
 * How the realms of a browser (pages, workers) hear what happens to its session: one BroadcastChannel. Whoever announces an event hears it
 * like everybody else, at once; the others as soon as the browser brings it.
 */
import { readSessionUser } from '../account/session-answer.ts';
import type { SessionEvent } from './session-event.ts';

export const SESSION_CHANNEL = 'kith-session';

/** Asks the other realms for the token that they hold; the answer is a `TOKEN_REFRESHED`. */
interface TokenQuestion {
  readonly type: 'ask';
  readonly userId: string;
}

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

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The event that this value is; null where it is none, as of another version of the app. */
export function readSessionEvent(value: unknown): SessionEvent | null {
  const { type, step, userId, user: named, token, leftMs, why, changed } = fieldsOf(value);
  if (type === 'PASSWORD_RECOVERY') return step === 'opened' || step === 'used' ? { type, step } : null;
  if (typeof userId !== 'string') return null;
  if (type === 'SIGNED_OUT') return why === 'asked' || why === 'expired' || why === 'deleted' ? { type, userId, why } : null;
  const user = readSessionUser(named);
  if (type === 'USER_UPDATED') {
    const known = changed === 'password' || changed === 'email' || changed === 'name';
    return known && user ? { type, userId, user, changed } : null;
  }
  if (typeof token !== 'string' || typeof leftMs !== 'number' || !Number.isFinite(leftMs)) return null;
  if (type === 'SIGNED_IN') return user && { type, userId, user, token, leftMs };
  return type === 'TOKEN_REFRESHED' ? { type, userId, token, leftMs } : null;
}

function readQuestion(value: unknown): string | null {
  const { type, userId } = fieldsOf(value);
  return type === 'ask' && typeof userId === 'string' ? userId : null;
}

/** `alone`: heard in this realm only, where nothing is to be kept open for others. */
export function openSessionChannel({ alone = false }: { readonly alone?: boolean } = {}): SessionChannel {
  const channel = alone || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL);
  const listeners = new Set<(event: SessionEvent) => void>();
  const asked = new Set<(userId: string) => void>();
  const tellHere = (event: SessionEvent) => {
    for (const listener of listeners) listener(event);
  };
  const onMessage = (message: Event) => {
    const { data } = message as MessageEvent<unknown>;
    const event = readSessionEvent(data);
    if (event) return tellHere(event);
    const userId = readQuestion(data);
    if (userId !== null) for (const listener of asked) listener(userId);
  };
  channel?.addEventListener('message', onMessage);
  const send = (message: SessionEvent | TokenQuestion) => channel?.postMessage(message);
  const joined =
    <Listener>(all: Set<Listener>) =>
    (listener: Listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    };
  return {
    announce(event) {
      // The others first: what is done here because of it may announce more.
      send(event);
      tellHere(event);
    },
    onEvent: joined(listeners),
    ask: (userId) => send({ type: 'ask', userId }),
    onAsk: joined(asked),
    isShared: channel !== null,
    close() {
      channel?.removeEventListener('message', onMessage);
      channel?.close();
      listeners.clear();
      asked.clear();
    },
  };
}
