/**
 * Accounts: signing up, proving an address, signing in, passwords and names.
 *
 * No answer reveals whether an address has an account. Sign-up, 'send again', 'forgot password' and a refused sign-in answer alike, in the
 * same time. What the owner of the address should know, a mail says. A sign-up becomes an account only when its address is confirmed
 * (`sign-ups.ts`). In the browser that signed up, the link confirms it with the password that was typed there. In any other browser the
 * link asks for a new password.
 *
 * A link works once. The request that used it may be repeated for some minutes, because its answer may have been lost. It then gets the
 * same answer.
 */
import { v7 as uuid } from 'uuid';
import { deviceName } from '../../schemas/account/device-name.ts';
import type { Database, Tx } from '../db/transaction.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { scope } from '../sync/scope-name.ts';
import { accountErrors } from './account-errors.ts';
import { dropAddressChange } from './address-change.ts';
import { consumeToken, dropTokens, type FoundToken, findToken, issueToken, type SpentState, type TokenPurpose } from './address-tokens.ts';
import { notBefore } from './constant-time.ts';
import { insertAccount } from './insert-account.ts';
import type { QueueMail } from './mail-queue.ts';
import { hashPassword, verifyPassword } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import { findSignUp, insertSignUp, lockSignUps, type SignUp, settleSignUps, signUpById, wasMadeHere } from './sign-ups.ts';

/** Longer than the work takes, both for a known and for an unknown address. */
const SIGN_UP_MS = 400;
const MAIL_ONLY_MS = 200;

/** `nonce` is the one of the requesting browser. It is undefined when that browser has not signed up. */
export interface Accounts {
  /**
   * Stores a sign-up that waits for its address to be confirmed, and mails its link. When the address has an account, its owner receives
   * another mail instead.
   */
  signUp(input: {
    readonly email: string;
    readonly password: string;
    readonly name: string;
    readonly nonce: string;
    /** the token in the invitation link that the visitor came by */
    readonly invite?: string | undefined;
  }): Promise<void>;
  /** Mails a new link for this browser's sign-up, or else for the newest sign-up of this address. Opening the link decides the rest. */
  resendVerification(email: string, nonce: string | undefined): Promise<void>;
  /**
   * Confirms the address behind this link and returns the user id of its account. The account gets this password, and this name if there is
   * one. Without a password it gets the password and name of the sign-up, but only in the browser that signed up. Any other browser must
   * send a password.
   */
  verify(input: {
    readonly token: string;
    readonly password?: string | undefined;
    readonly name?: string | undefined;
    readonly nonce: string | undefined;
  }): Promise<string>;
  /** Mails the member that somebody signed in on an unknown device. `agent` is how the device describes itself. */
  mailNewDevice(userId: string, agent: string): Promise<void>;
  /**
   * Returns the user id when address and password match.
   * @throws HttpError 403 when the address waits to be confirmed, else 401
   */
  signIn(input: { readonly email: string; readonly password: string; readonly nonce: string | undefined }): Promise<string>;
  /** Returns the user id for this address, or null. Only for the log. */
  findUserId(email: string): Promise<string | null>;
  /** Mails a link for a new password, which replaces earlier links. Returns the user id for the log, or null without an account. */
  forgotPassword(email: string, nonce: string | undefined): Promise<string | null>;
  /**
   * Sets the password by a mailed link, ends all sessions of the member, mails them about it, and returns the user id. `again` is true when
   * this same request did all of that before.
   */
  resetPassword(token: string, password: string): Promise<{ readonly userId: string; readonly again: boolean }>;
  /**
   * Refuses unless the member gives the current password or, without one, signed in a moment ago. An open session alone may be a borrowed
   * device.
   * @throws HttpError 403 when the password is missing or wrong
   */
  requirePresence(userId: string, sessionId: string, presentPassword: string | undefined): Promise<void>;
  /** Whether this account has a password to sign in with. */
  hasPassword(userId: string): Promise<boolean>;
  /** Changes the password, the name, or both. A new password ends the member's other sessions. */
  update(
    userId: string,
    sessionId: string,
    change: { readonly password?: string | undefined; readonly name?: string | undefined },
  ): Promise<void>;
}

export interface AccountsDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly queueMail: QueueMail;
  /**
   * Attaches the invitations that wait for this address to the member who has just proved it. `inviteHash` is the hash of the invitation
   * token that the member's browser came with. It is null when that browser may have been another person's.
   */
  readonly attachInvitations: (context: CommandContext, userId: string, email: string, inviteHash: Uint8Array | null) => Promise<void>;
}

interface UserRow {
  readonly id: string;
  readonly password_hash: string | null;
}

const findUser = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [user] = await tx<UserRow[]>`select id, password_hash from users where email = ${email}`;
  return user;
};

/** Like `findUser`, but locks the row until commit: links of an account are made and used one at a time. Lock it before the links. */
const lockUser = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [user] = await tx<UserRow[]>`select id, password_hash from users where email = ${email} for no key update`;
  return user;
};

const linkErrors = { verify: accountErrors.verificationLink, reset: accountErrors.resetLink } as const;

/** The state that is answered for a link that turned out to be useless. A link that still looks open belongs to nobody any more. */
const spentState = ({ state }: FoundToken): SpentState => (state === 'open' ? 'unknown' : state);

async function rename(context: CommandContext, userId: string, name: string): Promise<void> {
  const renamed = await context.tx`
    update profiles set name = ${name}, write_id = ${context.writeId} where id = ${userId} and name <> ${name} returning id`;
  if (renamed.length > 0) context.record({ scopes: [scope.network(userId)], collection: 'profiles', id: userId });
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { engine, database, sessions, queueMail, attachInvitations } = deps;

  /** Queues the mail of a sign-up: its link or, when the address has an account by now, a mail that says so. */
  async function mailSignUp(tx: Tx, { id, email, name }: SignUp): Promise<void> {
    if (await findUser(tx, email)) {
      await queueMail(tx, { to: email, template: 'already-registered', data: {} });
      return;
    }
    const token = await issueToken(tx, { signUpId: id }, 'verify');
    await queueMail(tx, { to: email, template: 'verification', data: { token, name } });
  }

  /**
   * Uses up a link of this sign-up and creates the account. The address is proved, so what was sent to it now belongs to the new member.
   * Returns null when the link was used in the meantime.
   */
  async function confirm(
    signUp: SignUp,
    token: string,
    purpose: TokenPurpose,
    { name, passwordHash, inviteHash }: Pick<SignUp, 'name' | 'passwordHash' | 'inviteHash'>,
  ): Promise<string | null> {
    const userId = uuid();
    let used = false;
    await engine.system(async (context) => {
      const { tx } = context;
      const { email } = signUp;
      await lockSignUps(tx, email);
      used = await consumeToken(tx, token, purpose);
      if (!used) return;
      if (!(await insertAccount(context, { id: userId, email, name, passwordHash }))) throw linkErrors[purpose]('unknown');
      await settleSignUps(tx, signUp, userId);
      await attachInvitations(context, userId, email, inviteHash);
    });
    return used ? userId : null;
  }

  /** Uses up a link of this account and sets its password. Returns false when the link was used in the meantime. */
  async function replaceForgotten(userId: string, token: string, passwordHash: string): Promise<boolean> {
    let ended: string[] = [];
    let used = false;
    await engine.system(async (context) => {
      const { tx } = context;
      const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId} for no key update`;
      used = user !== undefined && (await consumeToken(tx, token, 'reset'));
      if (!user || !used) return;
      await tx`update users set password_hash = ${passwordHash} where id = ${userId}`;
      await context.mail({ to: user.email, template: 'password-reset-used', data: {} });
      await dropTokens(tx, { userId }, 'reset');
      await dropAddressChange(tx, userId);
      ended = await sessions.revokeAll(tx, userId);
    });
    sessions.ended(ended);
    return used;
  }

  const lookUp = (token: string, purpose: TokenPurpose) =>
    database.read(async (tx) => {
      const found = await findToken(tx, token, purpose);
      return { found, signUp: found.signUpId === null ? undefined : await signUpById(tx, found.signUpId) };
    });

  async function passwordHashOf(userId: string): Promise<string | null> {
    const [user] = await database.ask(
      (sql) => sql<{ password_hash: string | null }[]>`select password_hash from users where id = ${userId}`,
    );
    return user?.password_hash ?? null;
  }

  return {
    signUp: ({ email, password, name, nonce, invite }) =>
      notBefore(SIGN_UP_MS, async () => {
        const passwordHash = await hashPassword(password);
        await database.write(async (tx) => mailSignUp(tx, await insertSignUp(tx, { email, name, passwordHash, nonce, invite })));
      }),

    resendVerification: (email, nonce) =>
      notBefore(MAIL_ONLY_MS, () =>
        database.write(async (tx) => {
          await lockSignUps(tx, email);
          const signUp = await findSignUp(tx, email, nonce);
          if (signUp) await mailSignUp(tx, signUp);
        }),
      ),

    async verify({ token, password, name, nonce }) {
      const { found: first, signUp } = await lookUp(token, 'verify');
      const isSameBrowser = signUp !== undefined && wasMadeHere(signUp, nonce);
      if (first.state === 'open' && signUp) {
        if (password === undefined && !isSameBrowser) throw accountErrors.signUpPasswordMissing();
        // In another browser the sign-up may be a stranger's. The invite link they came by must not send a friend request in the owner's
        // name.
        const inviteHash = isSameBrowser ? signUp.inviteHash : null;
        const own = password === undefined ? signUp : { name: name ?? signUp.name, passwordHash: await hashPassword(password) };
        const choice = { name: own.name, passwordHash: own.passwordHash, inviteHash };
        const userId = await confirm(signUp, token, 'verify', choice);
        if (userId !== null) return userId;
      }
      const found = first.state === 'open' ? (await lookUp(token, 'verify')).found : first;
      if (found.state === 'used' && found.userId !== null) {
        const set = await passwordHashOf(found.userId);
        const again = password === undefined ? isSameBrowser && set === signUp.passwordHash : await verifyPassword(set, password);
        if (again) return found.userId;
      }
      throw accountErrors.verificationLink(spentState(found));
    },

    async signIn({ email, password, nonce }) {
      const { user, signUp } = await database.read(async (tx) => ({
        user: await findUser(tx, email),
        signUp: await findSignUp(tx, email, nonce),
      }));
      // Both checks also run for unknown addresses, so that those take as long. The second gives the same answer with or without an
      // account.
      if ((await verifyPassword(user?.password_hash ?? null, password)) && user) return user.id;
      if (await verifyPassword(signUp?.passwordHash ?? null, password)) throw accountErrors.notVerified();
      throw accountErrors.wrongCredentials();
    },

    async mailNewDevice(userId, agent) {
      await database.write(async (tx) => {
        const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
        if (user) await queueMail(tx, { to: user.email, template: 'new-device', data: { device: deviceName(agent) } });
      });
    },

    async findUserId(email) {
      const [user] = await database.ask((sql) => sql<{ id: string }[]>`select id from users where email = ${email}`);
      return user?.id ?? null;
    },

    forgotPassword: (email, nonce) =>
      notBefore(MAIL_ONLY_MS, () =>
        database.write(async (tx) => {
          await lockSignUps(tx, email);
          const user = await lockUser(tx, email);
          const signUp = user ? undefined : await findSignUp(tx, email, nonce);
          const owner = user ? { userId: user.id } : signUp ? { signUpId: signUp.id } : null;
          if (owner === null) return null;
          const token = await issueToken(tx, owner, 'reset');
          // If this mail is one too many, the last link goes on working.
          if (await queueMail(tx, { to: email, template: 'password-reset', data: { token } })) await dropTokens(tx, owner, 'reset', token);
          return user?.id ?? null;
        }),
      ),

    async resetPassword(token, password) {
      // Looked up before the password is hashed, because hashing costs a thousand times as much.
      const { found: first, signUp } = await lookUp(token, 'reset');
      if (first.state === 'open') {
        const passwordHash = await hashPassword(password);
        const made = signUp ? await confirm(signUp, token, 'reset', { name: signUp.name, passwordHash, inviteHash: null }) : null;
        if (made !== null) return { userId: made, again: false };
        const { userId } = first;
        if (!signUp && userId !== null && (await replaceForgotten(userId, token, passwordHash))) return { userId, again: false };
      }
      const found = first.state === 'open' ? (await lookUp(token, 'reset')).found : first;
      if (found.state === 'used' && found.userId !== null && (await verifyPassword(await passwordHashOf(found.userId), password))) {
        return { userId: found.userId, again: true };
      }
      throw accountErrors.resetLink(spentState(found));
    },

    async requirePresence(userId, sessionId, presentPassword) {
      if (presentPassword === undefined) {
        if (await sessions.isRecent(sessionId)) return;
        throw accountErrors.currentPasswordMissing();
      }
      if (!(await verifyPassword(await passwordHashOf(userId), presentPassword))) throw accountErrors.currentPasswordWrong();
    },

    hasPassword: async (userId) => (await passwordHashOf(userId)) !== null,

    async update(userId, sessionId, { password, name }) {
      const passwordHash = password === undefined ? null : await hashPassword(password);
      let ended: string[] = [];
      await engine.system(async (context) => {
        if (name !== undefined) await rename(context, userId, name);
        if (passwordHash === null) return;
        const [user] = await context.tx<{ email: string }[]>`
          update users set password_hash = ${passwordHash} where id = ${userId} returning email`;
        if (!user) return;
        await dropTokens(context.tx, { userId }, 'reset');
        await dropAddressChange(context.tx, userId);
        ended = await sessions.revokeAll(context.tx, userId, sessionId);
        await context.mail({ to: user.email, template: 'password-changed', data: {} });
      });
      sessions.ended(ended);
    },
  };
}
