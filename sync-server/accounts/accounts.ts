/**
 * Accounts: signing up, proving an address, signing in, passwords and names.
 *
 * Nobody learns here whether an address has an account: sign-up, 'send again', 'forgot password' and a refused sign-in answer alike, in
 * the same time, and tell the owner of the address by mail. A sign-up is no account before its address is confirmed (`sign-ups.ts`), and
 * it is confirmed with its own password only in the browser in which that was typed; elsewhere the link asks for a new one.
 *
 * A link works once. The request that used it may come again for some minutes, because its answer was lost, and is answered as before.
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
import { findSignUp, insertSignUp, type SignUp, settleSignUps, signUpById, takeSignUps, wasMadeHere } from './sign-ups.ts';

/** Longer than the work for a known and for an unknown address takes. */
const SIGN_UP_MS = 400;
const MAIL_ONLY_MS = 200;

/** `nonce` is that of the browser that asks, undefined where it has not signed up. */
export interface Accounts {
  /** Leaves a sign-up that waits for its address to be confirmed, and sends its link, or a mail to the owner of the account that exists. */
  signUp(input: {
    readonly email: string;
    readonly password: string;
    readonly name: string;
    readonly nonce: string;
    /** what the link said by which they came */
    readonly invite?: string | undefined;
  }): Promise<void>;
  /** Sends the link of the sign-up of this browser, or the newest one's for this address: the link says the rest. */
  resendVerification(email: string, nonce: string | undefined): Promise<void>;
  /**
   * Confirms the address behind this link and says whose it is. The account gets this password, and this name where there is one; without
   * them those of the sign-up, where this browser is the one that signed up. Elsewhere a password is asked for.
   */
  verify(input: {
    readonly token: string;
    readonly password?: string | undefined;
    readonly name?: string | undefined;
    readonly nonce: string | undefined;
  }): Promise<string>;
  /** Tells the member that somebody signed in on a device which was not known, by what it says of itself. */
  tellOfDevice(userId: string, agent: string): Promise<void>;
  /** Whose account this is, if address and password fit. */
  signIn(input: { readonly email: string; readonly password: string; readonly nonce: string | undefined }): Promise<string>;
  /** Whose account this address is, for the log alone; null where it is nobody's. */
  idOf(email: string): Promise<string | null>;
  /** Sends a link for a new password, which replaces those before it, and says whose it is, for the log alone. */
  forgotPassword(email: string, nonce: string | undefined): Promise<string | null>;
  /**
   * Sets the password by the link of a mail, ends all sessions of the member, tells them by mail, and says whose account it is. `again`:
   * that was done before, by this very request.
   */
  resetPassword(token: string, password: string): Promise<{ readonly userId: string; readonly again: boolean }>;
  /** Refuses whoever neither knows the present password nor signed in a moment ago: an open session alone may be a borrowed device. */
  requirePresence(userId: string, sessionId: string, presentPassword: string | undefined): Promise<void>;
  /** Whether somebody can sign in to this account by a password. */
  hasPassword(userId: string): Promise<boolean>;
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
  /** `inviteHash`: of the link by which the browser came that makes the account; null where that is not known to be this person. */
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

/** The same, held until commit: links of an account are made and used one after the other. Taken before the links. */
const takeUser = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [user] = await tx<UserRow[]>`select id, password_hash from users where email = ${email} for no key update`;
  return user;
};

const linkErrors = { verify: accountErrors.verificationLink, reset: accountErrors.resetLink } as const;

/** How a link is called that has turned out to be of no use. One that looks open belongs to nobody any more. */
const spent = ({ state }: FoundToken): SpentState => (state === 'open' ? 'unknown' : state);

async function rename(context: CommandContext, userId: string, name: string): Promise<void> {
  const renamed = await context.tx`
    update profiles set name = ${name}, write_id = ${context.writeId} where id = ${userId} and name <> ${name} returning id`;
  if (renamed.length > 0) context.record({ scopes: [scope.network(userId)], collection: 'profiles', id: userId });
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { engine, database, sessions, queueMail, attachInvitations } = deps;

  /** What belongs to a sign-up: its link, or, where the address is somebody's meanwhile, that this is so. */
  async function mailSignUp(tx: Tx, { id, email, name }: SignUp): Promise<void> {
    if (await findUser(tx, email)) {
      await queueMail(tx, { to: email, template: 'already-registered', data: {} });
      return;
    }
    const token = await issueToken(tx, { signUpId: id }, 'verify');
    await queueMail(tx, { to: email, template: 'verification', data: { token, name } });
  }

  /**
   * Uses up a link of this sign-up and makes the account: the address is proved, what was sent to it is theirs now. Null where the link
   * was used meanwhile.
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
      await takeSignUps(tx, email);
      used = await consumeToken(tx, token, purpose);
      if (!used) return;
      if (!(await insertAccount(context, { id: userId, email, name, passwordHash }))) throw linkErrors[purpose]('unknown');
      await settleSignUps(tx, signUp, userId);
      await attachInvitations(context, userId, email, inviteHash);
    });
    return used ? userId : null;
  }

  /** Uses up a link of this account and sets its password. False where the link was used meanwhile. */
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
          await takeSignUps(tx, email);
          const signUp = await findSignUp(tx, email, nonce);
          if (signUp) await mailSignUp(tx, signUp);
        }),
      ),

    async verify({ token, password, name, nonce }) {
      const { found: first, signUp } = await lookUp(token, 'verify');
      const here = signUp !== undefined && wasMadeHere(signUp, nonce);
      if (first.state === 'open' && signUp) {
        if (password === undefined && !here) throw accountErrors.signUpPasswordMissing();
        // Elsewhere it may be somebody else who signed up with this address: their link asks nobody in the name of its owner.
        const inviteHash = here ? signUp.inviteHash : null;
        const own = password === undefined ? signUp : { name: name ?? signUp.name, passwordHash: await hashPassword(password) };
        const choice = { name: own.name, passwordHash: own.passwordHash, inviteHash };
        const userId = await confirm(signUp, token, 'verify', choice);
        if (userId !== null) return userId;
      }
      const found = first.state === 'open' ? (await lookUp(token, 'verify')).found : first;
      if (found.state === 'used' && found.userId !== null) {
        const set = await passwordHashOf(found.userId);
        const again = password === undefined ? here && set === signUp.passwordHash : await verifyPassword(set, password);
        if (again) return found.userId;
      }
      throw accountErrors.verificationLink(spent(found));
    },

    async signIn({ email, password, nonce }) {
      const { user, signUp } = await database.read(async (tx) => ({
        user: await findUser(tx, email),
        signUp: await findSignUp(tx, email, nonce),
      }));
      // Both checks run for unknown addresses too, so that they take as long; the second says the same whether there is an account.
      if ((await verifyPassword(user?.password_hash ?? null, password)) && user) return user.id;
      if (await verifyPassword(signUp?.passwordHash ?? null, password)) throw accountErrors.notVerified();
      throw accountErrors.wrongCredentials();
    },

    async tellOfDevice(userId, agent) {
      await database.write(async (tx) => {
        const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
        if (user) await queueMail(tx, { to: user.email, template: 'new-device', data: { device: deviceName(agent) } });
      });
    },

    async idOf(email) {
      const [user] = await database.ask((sql) => sql<{ id: string }[]>`select id from users where email = ${email}`);
      return user?.id ?? null;
    },

    forgotPassword: (email, nonce) =>
      notBefore(MAIL_ONLY_MS, () =>
        database.write(async (tx) => {
          await takeSignUps(tx, email);
          const user = await takeUser(tx, email);
          const signUp = user ? undefined : await findSignUp(tx, email, nonce);
          const owner = user ? { userId: user.id } : signUp ? { signUpId: signUp.id } : null;
          if (owner === null) return null;
          const token = await issueToken(tx, owner, 'reset');
          // Where this mail is one too many, the link of the last one goes on working.
          if (await queueMail(tx, { to: email, template: 'password-reset', data: { token } })) await dropTokens(tx, owner, 'reset', token);
          return user?.id ?? null;
        }),
      ),

    async resetPassword(token, password) {
      // Asked before the password is hashed, which costs a thousand times as much.
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
      throw accountErrors.resetLink(spent(found));
    },

    async requirePresence(userId, sessionId, presentPassword) {
      if (presentPassword === undefined) {
        if (await sessions.isRecent(sessionId)) return;
        throw accountErrors.presentPasswordMissing();
      }
      if (!(await verifyPassword(await passwordHashOf(userId), presentPassword))) throw accountErrors.presentPasswordWrong();
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
