/**
 * Accounts: signing up, proving an address, signing in, passwords and names.
 *
 * Nobody learns here whether an address has an account: sign-up, 'send again' and 'forgot password' answer alike, in the same
 * time, and tell the owner of the address by mail. An account that nobody has confirmed belongs to nobody yet: each sign-up for
 * it gets a link of its own, and the link that is used decides whose name and password it gets.
 */
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../db/transaction.ts';
import type { Engine } from '../sync/engine.ts';
import type { CommandContext } from '../sync/feature.ts';
import { scope } from '../sync/feature.ts';
import { accountErrors } from './account-errors.ts';
import { dropAddressChange } from './address-change.ts';
import { consumeToken, dropTokens, issueToken, type SignUpChoice } from './address-tokens.ts';
import { notBefore } from './constant-time.ts';
import { insertAccount } from './insert-account.ts';
import type { QueueMail } from './mail-queue.ts';
import { hashPassword, verifyPassword } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** Longer than the work for a known and for an unknown address takes. */
const SIGN_UP_MS = 400;
const MAIL_ONLY_MS = 200;

export interface Accounts {
  /** Leaves an account that waits for its address to be confirmed, or a mail to the owner of the one that exists. */
  signUp(input: { readonly email: string; readonly password: string; readonly name: string }): Promise<void>;
  resendVerification(email: string): Promise<void>;
  /** Confirms the address behind this link and says whose it is. */
  verify(token: string): Promise<string>;
  /** Whose account this is, if address and password fit and the address is confirmed. */
  signIn(email: string, password: string): Promise<string>;
  /** Whose account this address is, for the log alone; null where it is nobody's. */
  idOf(email: string): Promise<string | null>;
  /** Sends the link for a new password, and says whose it is, for the log alone. */
  forgotPassword(email: string): Promise<string | null>;
  /** Sets the password by the link of a mail, ends all sessions of the member, tells them by mail, and says whose account it is. */
  resetPassword(token: string, password: string): Promise<string>;
  /** Refuses whoever neither knows the present password nor signed in a moment ago: an open session alone may be a borrowed device. */
  requirePresence(userId: string, sessionId: string, presentPassword: string | undefined): Promise<void>;
  /** Changes the password, which ends the member's other sessions, or the name, or both. */
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
  /** Gives the invitations that wait for an address to the member who has just proved it. */
  readonly attachInvitations: (context: CommandContext, userId: string, email: string) => Promise<void>;
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly verified: boolean;
  readonly name: string;
}

const findUser = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [user] = await tx<UserRow[]>`
    select u.id, u.email, u.password_hash, u.email_verified_at is not null as verified, p.name
    from users u join profiles p using (id) where u.email = ${email}`;
  return user;
};

async function rename(context: CommandContext, userId: string, name: string): Promise<void> {
  const renamed = await context.tx`
    update profiles set name = ${name}, write_id = ${context.writeId} where id = ${userId} and name <> ${name} returning id`;
  if (renamed.length > 0) context.record({ scopes: [scope.network(userId)], collection: 'profiles', id: userId });
}

/** The account for this address, made now or before, or null where it is somebody's already. */
async function placeFor(context: CommandContext, email: string, choice: SignUpChoice): Promise<string | null> {
  const id = uuid();
  if (await insertAccount(context, { id, email, ...choice })) return id;
  const [waiting] = await context.tx<{ id: string }[]>`
    update users set password_hash = ${choice.passwordHash} where email = ${email} and email_verified_at is null returning id`;
  return waiting?.id ?? null;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { engine, database, sessions, queueMail, attachInvitations } = deps;

  /** The address is proved: what was sent to it is theirs now. */
  async function confirmAddress(context: CommandContext, userId: string, choice: SignUpChoice | null): Promise<void> {
    const [confirmed] = await context.tx<{ email: string }[]>`
      update users set email_verified_at = now(), password_hash = coalesce(${choice?.passwordHash ?? null}, password_hash)
      where id = ${userId} and email_verified_at is null returning email`;
    if (!confirmed) return;
    if (choice) await rename(context, userId, choice.name);
    await dropTokens(context.tx, userId, 'verify');
    await attachInvitations(context, userId, confirmed.email);
  }

  return {
    signUp: ({ email, password, name }) =>
      notBefore(SIGN_UP_MS, async () => {
        const choice = { name, passwordHash: await hashPassword(password) };
        await engine.system(async (context) => {
          const userId = await placeFor(context, email, choice);
          if (userId === null) return context.mail({ to: email, template: 'already-registered', data: {} });
          const token = await issueToken(context.tx, userId, 'verify', choice);
          return context.mail({ to: email, template: 'verification', data: { token, name } });
        });
      }),

    resendVerification: (email) =>
      notBefore(MAIL_ONLY_MS, () =>
        database.write(async (tx) => {
          const user = await findUser(tx, email);
          if (!user || user.verified) return;
          const token = await issueToken(tx, user.id, 'verify', { name: user.name, passwordHash: user.password_hash });
          await queueMail(tx, { to: email, template: 'verification', data: { token, name: user.name } });
        }),
      ),

    async verify(token) {
      let userId = '';
      await engine.system(async (context) => {
        const used = await consumeToken(context.tx, token, 'verify');
        if (used.state !== 'valid') throw accountErrors.verificationLink(used.state);
        await confirmAddress(context, used.userId, used.choice);
        userId = used.userId;
      });
      return userId;
    },

    async signIn(email, password) {
      const user = await database.read((tx) => findUser(tx, email));
      // The check runs for unknown addresses too, so that they take as long.
      if (!(await verifyPassword(user?.password_hash ?? null, password)) || !user) throw accountErrors.wrongCredentials();
      if (!user.verified) throw accountErrors.notVerified();
      return user.id;
    },

    async idOf(email) {
      const [user] = await database.ask((sql) => sql<{ id: string }[]>`select id from users where email = ${email}`);
      return user?.id ?? null;
    },

    forgotPassword: (email) =>
      notBefore(MAIL_ONLY_MS, () =>
        database.write(async (tx) => {
          const user = await findUser(tx, email);
          if (!user) return null;
          const token = await issueToken(tx, user.id, 'reset');
          await queueMail(tx, { to: email, template: 'password-reset', data: { token } });
          return user.id;
        }),
      ),

    async resetPassword(token, password) {
      const passwordHash = await hashPassword(password);
      let ended: string[] = [];
      let userId = '';
      await engine.system(async (context) => {
        const used = await consumeToken(context.tx, token, 'reset');
        if (used.state !== 'valid') throw accountErrors.resetLink(used.state);
        userId = used.userId;
        const [user] = await context.tx<{ email: string }[]>`
          update users set password_hash = ${passwordHash} where id = ${userId} returning email`;
        if (user) await context.mail({ to: user.email, template: 'password-reset-used', data: {} });
        // The mail came to the address, so it is proved.
        await confirmAddress(context, userId, null);
        await dropTokens(context.tx, userId, 'reset');
        await dropAddressChange(context.tx, userId);
        ended = await sessions.revokeAll(context.tx, userId);
      });
      sessions.ended(ended);
      return userId;
    },

    async requirePresence(userId, sessionId, presentPassword) {
      if (presentPassword === undefined) {
        if (await sessions.isRecent(sessionId)) return;
        throw accountErrors.presentPasswordMissing();
      }
      const [user] = await database.read(
        (tx) => tx<{ password_hash: string | null }[]>`select password_hash from users where id = ${userId}`,
      );
      if (!(await verifyPassword(user?.password_hash ?? null, presentPassword))) throw accountErrors.presentPasswordWrong();
    },

    async update(userId, sessionId, { password, name }) {
      const passwordHash = password === undefined ? null : await hashPassword(password);
      let ended: string[] = [];
      await engine.system(async (context) => {
        if (name !== undefined) await rename(context, userId, name);
        if (passwordHash === null) return;
        const [user] = await context.tx<{ email: string }[]>`
          update users set password_hash = ${passwordHash} where id = ${userId} returning email`;
        if (!user) return;
        await dropTokens(context.tx, userId, 'reset');
        await dropAddressChange(context.tx, userId);
        ended = await sessions.revokeAll(context.tx, userId, sessionId);
        await context.mail({ to: user.email, template: 'password-changed', data: {} });
      });
      sessions.ended(ended);
    },
  };
}
