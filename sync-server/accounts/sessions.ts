/**
 * Sessions, one for each device that is signed in.
 *
 * A refresh replaces the refresh token (the parent) by a new one (its child). The child is made from the parent and a salt that the
 * server keeps, so that asking again with the parent within `REUSE_GRACE_SECONDS` gives the very same child: five tabs that refresh
 * at once fork nothing. An answer can also be lost for long, when the app is closed in a lift. So as long as the child was not
 * presented, its parent stays good: later it gets a new child, and the one before is replaced. Whoever presents a replaced child, or
 * anything older than the parent, shows that two hold the session, one of them by theft. That ends it and tells the owner by mail.
 */
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import type { SessionUser } from '../../schemas/account/session-answer.ts';
import { askTogether } from '../db/ask-together.ts';
import type { Database, Tx } from '../db/transaction.ts';
import { PAGE_MAX, type PagePlace } from '../http/page-place.ts';
import type { AccessTokens } from './access-tokens.ts';
import { wentWithAccount } from './deleted-sessions.ts';
import type { QueueMail } from './mail-queue.ts';
import { deriveSecret, hashSecret, randomSecret, SECRET_BYTES, sameHash } from './secrets.ts';

/** For so long a session lives without being used. */
export const SESSION_DAYS = 60;
/** For so long it lives at the most. */
export const SESSION_MAX_DAYS = 365;
export const REUSE_GRACE_SECONDS = 30;
/** Whoever signed in so shortly ago has just proved who they are. */
export const RECENT_SIGN_IN_MINUTES = 5;
const DEVICE_MAX = 200;
const ID_BYTES = 16;

/** The parts of a refresh token: `session id · secret of the session · changing part`, in base64url. */
interface RefreshToken {
  readonly sessionId: string;
  readonly family: Buffer;
  readonly current: Buffer;
}

function printToken(token: RefreshToken): string {
  return Buffer.concat([Buffer.from(token.sessionId.replaceAll('-', ''), 'hex'), token.family, token.current]).toString('base64url');
}

function parseToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder passes over what is no base64url, so that a token with something added would read as the token itself.
  if (bytes.byteLength !== ID_BYTES + 2 * SECRET_BYTES || bytes.toString('base64url') !== text) return null;
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    family: bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES),
    current: bytes.subarray(ID_BYTES + SECRET_BYTES),
  };
}

/** A session as the device holds it. */
export interface OpenSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly user: SessionUser;
}

export interface SessionListing {
  readonly id: string;
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
}

interface SessionRow {
  readonly user_id: string;
  readonly family_hash: Buffer;
  readonly token_hash: Buffer;
  readonly parent_hash: Buffer | null;
  readonly parent_salt: Buffer | null;
  readonly in_grace: boolean;
  readonly live: boolean;
}

type Rotation =
  | { readonly kind: 'rotated'; readonly child: RefreshToken; readonly userId: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'account-deleted' }
  | { readonly kind: 'in-two-places'; readonly userId: string; readonly sessionId: string };

/** What became of a refresh. `account-deleted`: the session went with its account. `in-two-places`: the token was one that its owner holds no more; the session is gone, and a mail is queued. */
export type Refreshed = { readonly kind: 'open'; readonly session: OpenSession } | Exclude<Rotation, { readonly kind: 'rotated' }>;

export interface Sessions {
  /** Signs a device in. */
  open(userId: string, device: string): Promise<OpenSession>;
  /** The next refresh token and a new access token, unless the session is gone or ends by this very call. */
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Whose live session this access token belongs to. */
  authenticate(accessToken: string): Promise<{ readonly userId: string; readonly sessionId: string } | null>;
  isLive(sessionId: string): Promise<boolean>;
  /** Whether this session began by signing in within the last `RECENT_SIGN_IN_MINUTES`. */
  isRecent(sessionId: string): Promise<boolean>;
  /** Those of a member, the one used last first; a place in the list is when a session was used, and its id. */
  list(userId: string, place?: PagePlace): Promise<SessionListing[]>;
  /** Ends one session of this member; false where they have no such session. */
  revoke(userId: string, sessionId: string): Promise<boolean>;
  /** Ends the session that this refresh token belongs to, if any. */
  revokeByToken(refreshToken: string): Promise<void>;
  /** Ends all sessions of a member but `except`, in the transaction of its cause. To be told after its commit: `ended`. */
  revokeAll(tx: Tx, userId: string, except?: string): Promise<string[]>;
  /** What still hangs on these sessions, their streams above all, ends with them. */
  ended(sessionIds: readonly string[]): void;
}

/** Which of these sessions have neither been ended nor run out. */
export async function readLiveSessions(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select id from live_sessions where id = any(${ids as string[]}::uuid[])`;
  return new Set(rows.map((row) => row.id));
}

export function createSessions(deps: {
  readonly sql: Sql;
  /** where it is asked, at every request, whether a session is live; `database` unless told */
  readonly liveness?: Database;
  readonly database: Database;
  readonly accessTokens: AccessTokens;
  readonly queueMail: QueueMail;
  readonly onEnded: (sessionId: string) => void;
}): Sessions {
  const { sql, database, liveness = database, accessTokens, queueMail, onEnded } = deps;
  const ended = (sessionIds: readonly string[]) => sessionIds.forEach(onEnded);

  async function withAccess(token: RefreshToken, userId: string): Promise<OpenSession> {
    const [user] = await sql<SessionUser[]>`
      select u.id, u.email, p.name from users u join profiles p using (id) where u.id = ${userId}`;
    if (!user) throw new Error('a session without its member');
    const access = await accessTokens.sign({ userId, sessionId: token.sessionId });
    return {
      sessionId: token.sessionId,
      refreshToken: printToken(token),
      accessToken: access.token,
      expiresAt: access.expiresAt,
      user: { id: user.id, email: user.email, name: user.name },
    };
  }

  /** Gives this token, which the session's owner may hold, a new child in place of any other. */
  async function makeChild(tx: Tx, token: RefreshToken): Promise<RefreshToken> {
    const salt = randomSecret();
    const child = deriveSecret(token.current, salt);
    await tx`
      update sessions set token_hash = ${hashSecret(child)}, parent_hash = ${hashSecret(token.current)}, parent_salt = ${salt},
        rotated_at = clock_timestamp(), last_used_at = now(),
        expires_at = least(now() + make_interval(days => ${SESSION_DAYS}), created_at + make_interval(days => ${SESSION_MAX_DAYS}))
      where id = ${token.sessionId}`;
    return { ...token, current: child };
  }

  async function rotate(tx: Tx, token: RefreshToken): Promise<Rotation> {
    // The lock puts parallel refreshes in a row: the second sees the child that the first has made.
    const [row] = await tx<SessionRow[]>`
      select user_id, family_hash, token_hash, parent_hash, parent_salt, expires_at > now() as live,
        rotated_at > clock_timestamp() - make_interval(secs => ${REUSE_GRACE_SECONDS}) as in_grace
      from sessions where id = ${token.sessionId} for update`;
    if (!row && (await wentWithAccount(tx, token.family))) return { kind: 'account-deleted' };
    if (!row?.live || !sameHash(row.family_hash, hashSecret(token.family))) return { kind: 'unknown' };
    const userId = row.user_id;
    const hash = hashSecret(token.current);
    if (sameHash(row.token_hash, hash)) return { kind: 'rotated', child: await makeChild(tx, token), userId };
    if (row.parent_hash && row.parent_salt && sameHash(row.parent_hash, hash)) {
      // A child that was presented would be the current token, and this one no parent.
      const child = row.in_grace ? { ...token, current: deriveSecret(token.current, row.parent_salt) } : await makeChild(tx, token);
      return { kind: 'rotated', child, userId };
    }
    await tx`delete from sessions where id = ${token.sessionId}`;
    const [owner] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
    if (owner) await queueMail(tx, { to: owner.email, template: 'session-in-two-places', data: {} });
    return { kind: 'in-two-places', userId, sessionId: token.sessionId };
  }

  // Asked at every request and, of all streams, at every beat.
  const findLive = askTogether<string, true>(async (ids) => {
    const live = await liveness.ask((sql) => readLiveSessions(sql, ids));
    return new Map([...live].map((id) => [id, true]));
  });
  const isLive = async (sessionId: string): Promise<boolean> => (await findLive(sessionId)) === true;

  return {
    async open(userId, device) {
      const token = { sessionId: uuid(), family: randomSecret(), current: randomSecret() };
      await database.write(async (tx) => {
        await tx`delete from sessions where user_id = ${userId} and expires_at <= now()`;
        await tx`
          insert into sessions (id, user_id, family_hash, token_hash, expires_at, device) values (
            ${token.sessionId}, ${userId}, ${hashSecret(token.family)}, ${hashSecret(token.current)},
            now() + make_interval(days => ${SESSION_DAYS}), ${device.slice(0, DEVICE_MAX)})`;
      });
      return withAccess(token, userId);
    },

    async refresh(refreshToken) {
      const token = parseToken(refreshToken);
      if (!token) return { kind: 'unknown' };
      const rotated = await database.write((tx) => rotate(tx, token));
      if (rotated.kind === 'rotated') return { kind: 'open', session: await withAccess(rotated.child, rotated.userId) };
      if (rotated.kind === 'in-two-places') ended([rotated.sessionId]);
      return rotated;
    },

    async authenticate(accessToken) {
      const claims = await accessTokens.verify(accessToken);
      return claims && (await isLive(claims.sessionId)) ? claims : null;
    },

    isLive,

    async isRecent(sessionId) {
      const rows = await sql`
        select from sessions where id = ${sessionId} and created_at > now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})`;
      return rows.length > 0;
    },

    async list(userId, { limit, before } = { limit: PAGE_MAX, before: null }) {
      // Times travel in milliseconds, and a place in the list is such a time: the list goes by those.
      return sql<SessionListing[]>`
        select id, device, iso_time(created_at) as created_at, iso_time(used_at) as last_used_at
        from sessions, date_trunc('milliseconds', last_used_at) as used_at
        where user_id = ${userId} and expires_at > now()
          ${before ? sql`and (used_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : sql``}
        order by used_at desc, id desc
        limit ${limit}`;
    },

    async revoke(userId, sessionId) {
      const rows = await sql`delete from sessions where id = ${sessionId} and user_id = ${userId} returning id`;
      if (rows.length > 0) ended([sessionId]);
      return rows.length > 0;
    },

    async revokeByToken(refreshToken) {
      const token = parseToken(refreshToken);
      if (!token) return;
      const rows = await sql<{ id: string }[]>`
        delete from sessions where id = ${token.sessionId} and family_hash = ${hashSecret(token.family)} returning id`;
      ended(rows.map((row) => row.id));
    },

    async revokeAll(tx, userId, except) {
      // Who is halfway in by the password of before gets no further.
      await tx`delete from sign_in_steps where user_id = ${userId}`;
      const rows = await tx<{ id: string }[]>`
        delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null} returning id`;
      return rows.map((row) => row.id);
    },

    ended,
  };
}
