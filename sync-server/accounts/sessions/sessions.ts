/**
 * Sessions, one for each device that is signed in.
 *
 * A refresh replaces the refresh token (the parent) with a new one (its child). The child is derived from the parent and a salt that the
 * server stores. So the parent, presented again within `REUSE_GRACE_SECONDS`, gets the same child: five tabs that refresh at the same time
 * cause no fork.
 *
 * An answer can also be lost for long, when the app is closed in a lift. So the parent stays valid until its child is presented. If it
 * comes back later, it gets a new child, which replaces the first.
 *
 * A client that presents a replaced child, or anything older than the parent, shows that two have the session, one of them by theft. That
 * ends the session and mails the owner.
 *
 * A session lives on for as long as it is used. A refresh counts as use unless it says that nobody looks at the app: otherwise a device in
 * a drawer would keep its session alive, and would show as used a moment ago.
 *
 * After a restore from a backup the server does not know which token is the current one (`sync/epoch.ts`). Then the first token of the
 * session that is presented counts as current.
 */
import type { Sql } from 'postgres';
import { PRESENCE_MINUTES } from '../../../schemas/account/account-limits.ts';
import { deviceName } from '../../../schemas/account/device-name.ts';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { idNow } from '../../base/server-realm.ts';
import { batchQueries } from '../../db/pool/batch-queries.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { PAGE_MAX, type PageBefore } from '../../http/pages.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import { deriveSecret, hashSecret, randomSecret, SECRET_BYTES, sameHash } from '../secrets/secrets.ts';
import type { AccessTokens } from './access-tokens.ts';
import { wasDeletedWithAccount } from './deleted-sessions.ts';
import type { SignInOutcome } from './sign-in-outcome.ts';

/** How long a session lives without being used. */
export const SESSION_DAYS = 60;
/** How long a session lives at most. */
export const SESSION_MAX_DAYS = 365;
export const REUSE_GRACE_SECONDS = 30;
/** How many devices a member can be signed in on. */
export const SESSIONS_MAX = 100;
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
  // The decoder skips what is not base64url, so a token with something added would read as the token itself.
  if (bytes.byteLength !== ID_BYTES + 2 * SECRET_BYTES || bytes.toString('base64url') !== text) return null;
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    family: bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES),
    current: bytes.subarray(ID_BYTES + SECRET_BYTES),
  };
}

/** A session as the device stores it. */
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
  /** empty after a restore: unknown */
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

/**
 * The result of a refresh. `account-deleted`: the session was deleted with its account. `in-two-places`: the token is one that its owner no
 * longer has. The session is ended and a mail is queued.
 */
export type Refreshed = { readonly kind: 'open'; readonly session: OpenSession } | Exclude<Rotation, { readonly kind: 'rotated' }>;

export interface Sessions {
  /**
   * Signs a device in. Beyond `SESSIONS_MAX` it signs out the device that was used longest ago. `stillHolds` throws when the way in was
   * taken away in the meantime.
   */
  open(userId: string, device: string, stillHolds?: SignInOutcome['stillHolds']): Promise<OpenSession>;
  /**
   * Returns the next refresh token and a new access token, unless the session is over or this very call ends it. Counts as use of the
   * session unless `inSight` is false.
   */
  refresh(refreshToken: string, use: { readonly inSight: boolean }): Promise<Refreshed>;
  /** Returns the live session of this access token, or null. */
  authenticate(accessToken: string): Promise<{ readonly userId: string; readonly sessionId: string } | null>;
  isLive(sessionId: string): Promise<boolean>;
  /** Whether the member has shown within the last `PRESENCE_MINUTES` that they are there, by signing in or since. */
  isPresent(sessionId: string): Promise<boolean>;
  /** The member has just shown that they are there. Returns false when the session has ended. */
  setPresent(sessionId: string): Promise<boolean>;
  /** The sessions of a member, the last used first. A cursor is when a session was used, and its id. */
  list(userId: string, page?: PageBefore): Promise<SessionListing[]>;
  /** Ends one session of this member. Returns false when they have no such session. */
  revoke(userId: string, sessionId: string): Promise<boolean>;
  /** Ends all sessions of this member but this one. */
  revokeOthers(userId: string, sessionId: string): Promise<void>;
  /** Ends a session in which the present password was guessed, and mails its owner. Returns false when it had ended already. */
  revokeGuessed(sessionId: string): Promise<boolean>;
  /** Ends the session that this refresh token belongs to, if any. */
  revokeByToken(refreshToken: string): Promise<void>;
  /** Ends all sessions of a member but `except`, in the transaction of its cause. Pass the result to `ended` after the commit. */
  revokeAll(tx: Tx, userId: string, except?: string): Promise<string[]>;
  /** Closes what depends on these sessions, above all their streams. */
  ended(sessionIds: readonly string[]): void;
}

/** Which of these sessions are live: neither ended nor expired. */
export async function readLiveSessions(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select id from live_sessions where id = any(${ids as string[]}::uuid[])`;
  return new Set(rows.map((row) => row.id));
}

export function createSessions(deps: {
  readonly sql: Sql;
  /** where every request checks whether a session is live; `database` by default */
  readonly liveness?: Database;
  readonly database: Database;
  readonly accessTokens: AccessTokens;
  readonly queueMail: QueueMail;
  readonly onEnded: (sessionId: string) => void;
  readonly realm?: Realm;
}): Sessions {
  const { sql, database, liveness = database, accessTokens, queueMail, onEnded, realm = globalThis } = deps;
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

  /** Gives this token, which is valid for its owner, a new child in place of any other. */
  async function makeChild(tx: Tx, token: RefreshToken, inSight: boolean): Promise<RefreshToken> {
    const salt = randomSecret();
    const child = deriveSecret(token.current, salt);
    const used = tx`, last_used_at = now(),
        expires_at = least(now() + make_interval(days => ${SESSION_DAYS}), created_at + make_interval(days => ${SESSION_MAX_DAYS}))`;
    await tx`
      update sessions set token_hash = ${hashSecret(child)}, parent_hash = ${hashSecret(token.current)}, parent_salt = ${salt},
        rotated_at = clock_timestamp()${inSight ? used : tx``}
      where id = ${token.sessionId}`;
    return { ...token, current: child };
  }

  async function rotate(tx: Tx, token: RefreshToken, inSight: boolean): Promise<Rotation> {
    // The lock puts parallel refreshes in order: the second sees the child that the first has made.
    const [row] = await tx<SessionRow[]>`
      select user_id, family_hash, token_hash, parent_hash, parent_salt, expires_at > now() as live,
        rotated_at > clock_timestamp() - make_interval(secs => ${REUSE_GRACE_SECONDS}) as in_grace
      from sessions where id = ${token.sessionId} for update`;
    if (!row && (await wasDeletedWithAccount(tx, token.family))) return { kind: 'account-deleted' };
    if (!row?.live || !sameHash(row.family_hash, hashSecret(token.family))) return { kind: 'unknown' };
    const userId = row.user_id;
    const hash = hashSecret(token.current);
    if (row.token_hash.length === 0 || sameHash(row.token_hash, hash))
      return { kind: 'rotated', child: await makeChild(tx, token, inSight), userId };
    if (row.parent_hash && row.parent_salt && sameHash(row.parent_hash, hash)) {
      // If its child had been presented, that would be the current token, and this one no parent.
      const child = row.in_grace
        ? { ...token, current: deriveSecret(token.current, row.parent_salt) }
        : await makeChild(tx, token, inSight);
      return { kind: 'rotated', child, userId };
    }
    await tx`delete from sessions where id = ${token.sessionId}`;
    const [owner] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
    if (owner) await queueMail(tx, { to: owner.email, template: 'session-in-two-places', data: {} });
    return { kind: 'in-two-places', userId, sessionId: token.sessionId };
  }

  async function revokeAll(tx: Tx, userId: string, except?: string): Promise<string[]> {
    // A sign-in that got halfway with the old password gets no further.
    await tx`delete from sign_in_steps where user_id = ${userId}`;
    const rows = await tx<{ id: string }[]>`
      delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null} returning id`;
    return rows.map((row) => row.id);
  }

  /** Ends the sessions beyond the bound. Skips rows that others have locked, because an account that is being deleted locks them first. */
  async function dropBeyondBound(tx: Tx, userId: string): Promise<string[]> {
    const rows = await tx<{ id: string }[]>`
      delete from sessions where id in (
        select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${SESSIONS_MAX} for update skip locked
      ) returning id`;
    return rows.map((row) => row.id);
  }

  // Checked at every request, and for all streams at every beat.
  const findLive = batchQueries<string, true>(async (ids) => {
    const live = await liveness.ask((sql) => readLiveSessions(sql, ids));
    return new Map([...live].map((id) => [id, true]));
  });
  const isLive = async (sessionId: string): Promise<boolean> => (await findLive(sessionId)) === true;

  return {
    async open(userId, device, stillHolds) {
      const token = { sessionId: idNow(realm), family: randomSecret(), current: randomSecret() };
      const dropped = await database.write(async (tx) => {
        // Of two sign-ins at the same moment, the second counts what the first has made.
        await tx`select from users where id = ${userId} for no key update`;
        await stillHolds?.(tx);
        await tx`delete from sessions where user_id = ${userId} and expires_at <= now()`;
        await tx`
          insert into sessions (id, user_id, family_hash, token_hash, expires_at, device) values (
            ${token.sessionId}, ${userId}, ${hashSecret(token.family)}, ${hashSecret(token.current)},
            now() + make_interval(days => ${SESSION_DAYS}), ${device.slice(0, DEVICE_MAX)})`;
        return dropBeyondBound(tx, userId);
      });
      ended(dropped);
      return withAccess(token, userId);
    },

    async refresh(refreshToken, { inSight }) {
      const token = parseToken(refreshToken);
      if (!token) return { kind: 'unknown' };
      const rotated = await database.write((tx) => rotate(tx, token, inSight));
      if (rotated.kind === 'rotated') return { kind: 'open', session: await withAccess(rotated.child, rotated.userId) };
      if (rotated.kind === 'in-two-places') ended([rotated.sessionId]);
      return rotated;
    },

    async authenticate(accessToken) {
      const claims = await accessTokens.verify(accessToken);
      return claims && (await isLive(claims.sessionId)) ? claims : null;
    },

    isLive,

    async isPresent(sessionId) {
      const rows = await sql`
        select from sessions where id = ${sessionId} and present_at > now() - make_interval(mins => ${PRESENCE_MINUTES})`;
      return rows.length > 0;
    },

    async setPresent(sessionId) {
      const { count } = await database.write((tx) => tx`update sessions set present_at = now() where id = ${sessionId}`);
      return count > 0;
    },

    async list(userId, { limit, before } = { limit: PAGE_MAX, before: null }) {
      // Clients see times in milliseconds, and a cursor has such a time. So the list is sorted by milliseconds.
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

    async revokeOthers(userId, sessionId) {
      ended(await database.write((tx) => revokeAll(tx, userId, sessionId)));
    },

    async revokeGuessed(sessionId) {
      const was = await database.write(async (tx) => {
        const [session] = await tx<{ user_id: string; device: string }[]>`
          delete from sessions where id = ${sessionId} returning user_id, device`;
        const [owner] = session ? await tx<{ email: string }[]>`select email from users where id = ${session.user_id}` : [];
        if (session && owner) {
          await queueMail(tx, { to: owner.email, template: 'session-guessed', data: { device: deviceName(session.device) } });
        }
        return session;
      });
      if (was) ended([sessionId]);
      return was !== undefined;
    },

    async revokeByToken(refreshToken) {
      const token = parseToken(refreshToken);
      if (!token) return;
      const rows = await sql<{ id: string }[]>`
        delete from sessions where id = ${token.sessionId} and family_hash = ${hashSecret(token.family)} returning id`;
      ended(rows.map((row) => row.id));
    },

    revokeAll,

    ended,
  };
}
