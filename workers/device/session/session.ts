import { readSession } from '../../../schemas/account/session-answer.ts';
import { pause } from '../../../schemas/base/pause.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { DeviceRealm } from './device-realm.ts';
import { openSessionChannel, type SessionChannel } from './session-channel.ts';

/**
 * The access token of one member in one realm, a page or a worker.
 *
 * The token is kept in memory only. All realms of a browser share one refresh at a time (a Web Lock) and its outcome (session-channel.ts).
 * Only the explicit answers `SESSION_EXPIRED` and `ACCOUNT_DELETED` of the server end a session. A missing network, a failing server and
 * any other 401 never do.
 *
 * How long a token is valid is computed from its own lifetime and the time of its arrival. Its expiry is a time of the server's clock: a
 * device whose clock is ten minutes ahead would renew each token before it used it once.
 */
export const REFRESH_LOCK = 'kith-refresh';
export const REFRESH_ATTEMPTS = 3;
const REFRESH_RETRY_MS = 200;
/** A token that expires sooner than this is renewed before it is used. */
const SPARE_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** How long another realm may take to hand over its token. */
const ASK_MS = 60;

export type TokenAnswer =
  | { readonly kind: 'token'; readonly token: string }
  /** `deleted`: the whole account was deleted */
  | { readonly kind: 'expired'; readonly deleted?: boolean }
  | { readonly kind: 'unreachable' };

export interface Tokens {
  /** A token that is valid for a while, renewed if necessary. */
  get(): Promise<TokenAnswer>;
  /** The token of this realm if it is still valid for a while; null if it would have to be renewed. */
  held(): string | null;
  /** A token other than the one that was answered with 401. */
  renew(rejected: string): Promise<TokenAnswer>;
  /**
   * Somebody looks at the app, or still does: renews a token that was refreshed while nobody did. Otherwise a session that is looked at
   * between two refreshes only would end for want of use.
   */
  looked(): void;
  /** Calls back when this realm has a new token, wherever it came from. */
  onToken(listener: () => void): () => void;
  close(): void;
}

/**
 * Reads the server's explicit statement that the session is over. The network of a hotel or a proxy answers 401 as well, and knows nothing
 * of sessions.
 */
async function readExpiry(response: Response): Promise<TokenAnswer> {
  const { success, code } = ((await response.json()) ?? {}) as { success?: unknown; code?: unknown };
  if (success === false && code === 'SESSION_EXPIRED') return { kind: 'expired' };
  return success === false && code === 'ACCOUNT_DELETED' ? { kind: 'expired', deleted: true } : { kind: 'unreachable' };
}

/** The lifetime of a token from when it was issued, in milliseconds. A token without it is used until it is rejected. */
export function lifetimeMs(token: string): number {
  try {
    const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(claims)) as { iat?: unknown; exp?: unknown };
    if (typeof iat === 'number' && typeof exp === 'number') return (exp - iat) * 1000;
  } catch {
    // Not a token of the known form.
  }
  return Number.MAX_SAFE_INTEGER;
}

interface StoredToken {
  readonly token: string;
  /** how long it was valid when it arrived */
  readonly leftMs: number;
  /** whether getting it counted as use of the session */
  readonly inSight: boolean;
  /** when it arrived: by the clock of the device, and by its timer */
  readonly clock: number;
  readonly monotonicMs: number;
}

interface TokenOptions {
  readonly userId: string;
  readonly realm?: DeviceRealm;
  /** the channel of this realm; the tokens open their own by default */
  readonly channel?: SessionChannel;
  /** for tests; in a browser it is the page's own origin */
  readonly origin?: string;
  /** whether somebody looks at the app; always by default */
  readonly inSight?: () => boolean;
}

/**
 * Runs work that changes the session cookie one at a time in all realms, where the platform has locks. Otherwise a late answer could
 * replace the cookie of a session that has begun since. `work` receives whether it had to wait.
 */
export async function withSessionLock<T>(
  work: (waited: boolean) => Promise<T>,
  realm: Pick<DeviceRealm, 'navigator'> = globalThis,
): Promise<T> {
  const locks = realm.navigator?.locks;
  if (!locks) return work(false);
  const atOnce = await locks.request(REFRESH_LOCK, { ifAvailable: true }, (lock) =>
    lock ? work(false).then((value) => ({ value })) : null,
  );
  if (atOnce) return atOnce.value;
  return locks.request(REFRESH_LOCK, () => work(true));
}

export function createTokens(options: TokenOptions): Tokens {
  const { userId, origin = '', inSight = () => true, realm = globalThis } = options;
  const channel = options.channel ?? openSessionChannel({ realm });
  const renewed = createTopic();
  let stored: StoredToken | null = null;
  let asked = false;
  let pendingRefresh: Promise<TokenAnswer> | null = null;
  let onToken: (() => void) | null = null;

  // The clock may be set back, and the timer may stand still while the device sleeps: the larger of the two counts.
  const remainingMs = ({ leftMs, ...since }: StoredToken) =>
    leftMs - Math.max(realm.Date.now() - since.clock, realm.performance.now() - since.monotonicMs);
  const good = (rejected?: string) => (stored && stored.token !== rejected && remainingMs(stored) > SPARE_MS ? stored : null);
  const hold = ({ token, leftMs, inSight }: Pick<StoredToken, 'token' | 'leftMs' | 'inSight'>) => {
    const isOther = stored?.token !== token;
    stored = { token, leftMs, inSight, clock: realm.Date.now(), monotonicMs: realm.performance.now() };
    onToken?.();
    if (isOther) renewed.announce();
  };

  const leave = [
    channel.onEvent((event) => {
      if (event.type === 'PASSWORD_RECOVERY' || event.userId !== userId) return;
      if (event.type === 'SIGNED_IN') hold({ ...event, inSight: true });
      if (event.type === 'TOKEN_REFRESHED') hold(event);
      // A member who signs out still needs the token, to tell the server.
      if (event.type === 'SIGNED_OUT' && event.why !== 'asked') stored = null;
    }),
    channel.onAsk((who) => {
      if (who === userId && stored && good())
        channel.announce({ type: 'TOKEN_REFRESHED', userId, token: stored.token, leftMs: remainingMs(stored), inSight: stored.inSight });
    }),
  ];

  /** Gives the other realms a moment to hand over their token. */
  async function waitForToken(ms: number): Promise<void> {
    await Promise.race([
      new Promise<void>((resolve) => {
        onToken = resolve;
      }),
      pause(ms, realm),
    ]);
    onToken = null;
  }

  async function refreshOnce(): Promise<TokenAnswer> {
    const seen = inSight();
    try {
      const response = await realm.fetch(`${origin}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
        body: JSON.stringify({ in_sight: seen }),
        credentials: 'same-origin',
        signal: realm.AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.status === 401) return await readExpiry(response);
      if (!response.ok) return { kind: 'unreachable' };
      const session = readSession(((await response.json()) as { data?: unknown }).data);
      if (!session) return { kind: 'unreachable' };
      // Somebody else signed in to this browser: their cookie must never carry this member's writes.
      if (session.user.id !== userId) return { kind: 'expired' };
      const { access_token: token } = session;
      channel.announce({ type: 'TOKEN_REFRESHED', userId, token, leftMs: lifetimeMs(token), inSight: seen });
      return { kind: 'token', token };
    } catch {
      return { kind: 'unreachable' };
    }
  }

  async function refresh(rejected?: string): Promise<TokenAnswer> {
    if (!asked && channel.isShared) {
      asked = true;
      channel.ask(userId);
      await waitForToken(ASK_MS);
      const theirs = good(rejected);
      if (theirs) return { kind: 'token', token: theirs.token };
    }
    return withSessionLock(async (waited) => {
      // The realm that had the lock before has announced its token; the message may arrive a little after the lock.
      if (waited && !good(rejected)) await waitForToken(ASK_MS);
      const theirs = good(rejected);
      if (theirs) return { kind: 'token', token: theirs.token };
      let answer: TokenAnswer = { kind: 'unreachable' };
      for (let attempt = 0; attempt < REFRESH_ATTEMPTS; attempt++) {
        if (attempt > 0) await pause(REFRESH_RETRY_MS * 2 ** (attempt - 1), realm);
        answer = await refreshOnce();
        if (answer.kind !== 'unreachable') break;
      }
      if (answer.kind === 'expired') channel.announce({ type: 'SIGNED_OUT', userId, why: answer.deleted ? 'deleted' : 'expired' });
      return answer;
    }, realm);
  }

  function single(rejected?: string): Promise<TokenAnswer> {
    pendingRefresh ??= refresh(rejected).finally(() => {
      pendingRefresh = null;
    });
    return pendingRefresh;
  }

  return {
    async get() {
      const mine = good();
      return mine ? { kind: 'token', token: mine.token } : single();
    },
    held: () => good()?.token ?? null,
    async renew(rejected) {
      const other = good(rejected);
      if (other) return { kind: 'token', token: other.token };
      if (stored?.token === rejected) stored = null;
      return single(rejected);
    },
    looked() {
      const held = good();
      if (held && !held.inSight && inSight()) void single(held.token);
    },
    onToken: renewed.subscribe,
    close() {
      for (const end of leave) end();
      renewed.close();
      if (!options.channel) channel.close();
    },
  };
}
