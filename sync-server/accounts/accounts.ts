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
import type { VerificationLink } from '../../schemas/account/account.ts';
import { deviceName } from '../../schemas/account/device-name.ts';
import type { Realm } from '../../schemas/base/realm.ts';
import type { Verdict } from '../../schemas/base/refusal.ts';
import type { Database, Tx } from '../db/pool/transaction.ts';
import { refusalError } from '../http/errors/refusal-error.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { accountErrors } from './account-errors.ts';
import type { QueueMail } from './mail/mail-queue.ts';
import { notBefore } from './secrets/not-before.ts';
import { hashPassword, verifyPassword } from './secrets/secrets.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInOutcome } from './sessions/sign-in-outcome.ts';
import { dropAddressChange } from './sign-up/address-change.ts';
import {
  consumeToken,
  dropTokens,
  type FoundToken,
  findToken,
  issueToken,
  type SpentState,
  type TokenPurpose,
} from './sign-up/address-tokens.ts';
import { insertAccount } from './sign-up/insert-account.ts';
import { isOnlyInvited, takeBack } from './sign-up/invited-account.ts';
import type { Newcomer } from './sign-up/sign-up-gate.ts';
import { findSignUp, insertSignUp, lockSignUps, type SignUp, settleSignUps, signUpById, wasMadeHere } from './sign-up/sign-ups.ts';

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
   * What this link confirms, and whether this browser signed up with that address. Changes nothing.
   * @throws HttpError 400 when the link is unknown
   */
  readLink(token: string, nonce: string | undefined): Promise<VerificationLink>;
  /**
   * Confirms the address behind this link and returns the user id of its account. The account gets this password, and this name if there is
   * one. Without a password it gets the password and name of the newest sign-up with this address in the requesting browser. A browser
   * without such a sign-up must send a password.
   */
  verify(input: {
    readonly token: string;
    readonly password?: string | undefined;
    readonly name?: string | undefined;
    readonly nonce: string | undefined;
  }): Promise<string>;
  /** Mails the member that somebody has signed in on an unknown device. `agent` is how the device describes itself. */
  mailNewDevice(userId: string, agent: string): Promise<void>;
  /**
   * Returns the user id when address and password match. `stillHolds` throws the same 401 once the password is another one.
   * @throws HttpError 403 when the address waits to be confirmed, else 401
   */
  signIn(input: {
    readonly email: string;
    readonly password: string;
    readonly nonce: string | undefined;
  }): Promise<{ readonly userId: string } & Required<Pick<SignInOutcome, 'stillHolds'>>>;
  /** Returns the user id for this address, or null. Only for the log. */
  findUserId(email: string): Promise<string | null>;
  /** Mails a link for a new password, which replaces earlier links. Returns the user id for the log, or null without an account. */
  forgotPassword(email: string, nonce: string | undefined): Promise<string | null>;
  /**
   * Sets the password by a mailed link, ends all sessions of the member, mails them about it, and returns the user id. `again` is true when
   * this same request did all of that before. `takenBack` is true when it was the first of an account that was made by the mail of an
   * invitation, so all other ways in were removed.
   *
   * A link for a sign-up that waits to be confirmed makes its account. Any browser but the one that signed up must send a name then,
   * because the name of the sign-up may be a stranger's.
   */
  resetPassword(input: {
    readonly token: string;
    readonly password: string;
    readonly name?: string | undefined;
    readonly nonce: string | undefined;
  }): Promise<{ readonly userId: string; readonly again: boolean; readonly takenBack: boolean }>;
  /**
   * Refuses what would lock the owner of the address out of an account that was made by the mail of an invitation. Mails a link for a new
   * password, with which the owner shows that the address is theirs.
   * @throws HttpError 403 `ADDRESS_UNPROVED`
   */
  requireProvedAddress(userId: string): Promise<void>;
  /** Whether this is the password of the account. */
  hasThisPassword(userId: string, password: string): Promise<boolean>;
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
  /** Lets a person in who has just proved their address, or throws, and attaches the invitations that wait for them. */
  readonly admit: (context: CommandContext, newcomer: Newcomer) => Promise<void>;
  /** Gives the member of this context this name, wherever it is shown. */
  readonly rename: (context: CommandContext, name: string) => Promise<Verdict>;
  readonly realm?: Realm;
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

export function createAccounts(deps: AccountsDeps): Accounts {
  const { engine, database, sessions, queueMail, admit, realm = globalThis } = deps;

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
    { name, passwordHash, inSameBrowser }: Pick<SignUp, 'name' | 'passwordHash'> & Pick<Newcomer, 'inSameBrowser'>,
  ): Promise<string | null> {
    const userId = engine.newId();
    let used = false;
    await engine.system(async (context) => {
      const { tx } = context;
      const { email, inviteHash } = signUp;
      await lockSignUps(tx, email);
      used = await consumeToken(tx, token, purpose);
      if (!used) return;
      if (!(await insertAccount(context, { id: userId, email, name, passwordHash }))) throw linkErrors[purpose]('unknown');
      await settleSignUps(tx, signUp, userId);
      await admit(context, { userId, email, inviteHash, inSameBrowser });
    });
    return used ? userId : null;
  }

  /** Uses up a link of this account and sets its password. Returns null when the link was used in the meantime. */
  async function replaceForgotten(userId: string, token: string, passwordHash: string): Promise<{ readonly takenBack: boolean } | null> {
    let ended: string[] = [];
    let used = false;
    let takenBack = false;
    await engine.system(async (context) => {
      const { tx } = context;
      const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId} for no key update`;
      used = user !== undefined && (await consumeToken(tx, token, 'reset'));
      if (!user || !used) return;
      await tx`update users set password_hash = ${passwordHash} where id = ${userId}`;
      takenBack = await takeBack(tx, userId);
      await context.mail({ to: user.email, template: takenBack ? 'account-taken-back' : 'password-reset-used', data: {} });
      await dropTokens(tx, { userId }, 'reset');
      await dropAddressChange(tx, userId);
      ended = await sessions.revokeAll(tx, userId);
    });
    sessions.ended(ended);
    return used ? { takenBack } : null;
  }

  /**
   * The link and its sign-up. `own` is the sign-up of this browser with the same address, which may be a newer one than that of the link:
   * its password was typed here last, and the link proves the address.
   */
  const lookUp = (token: string, purpose: TokenPurpose, nonce: string | undefined) =>
    database.read(async (tx) => {
      const found = await findToken(tx, token, purpose);
      const signUp = found.signUpId === null ? undefined : await signUpById(tx, found.signUpId);
      const newest = signUp && (await findSignUp(tx, signUp.email, nonce));
      const own = [newest, signUp].find((each) => each !== undefined && wasMadeHere(each, nonce));
      return { found, signUp, own };
    });

  /** Throws once the account has another password than this one. */
  const hasHash = (user: UserRow) => async (tx: Tx) => {
    const { count } = await tx`select from users where id = ${user.id} and password_hash = ${user.password_hash}`;
    if (count === 0) throw accountErrors.wrongCredentials();
  };

  async function passwordHashOf(userId: string): Promise<string | null> {
    const [user] = await database.ask(
      (sql) => sql<{ password_hash: string | null }[]>`select password_hash from users where id = ${userId}`,
    );
    return user?.password_hash ?? null;
  }

  return {
    signUp: ({ email, password, name, nonce, invite }) =>
      notBefore(SIGN_UP_MS, realm, async () => {
        const passwordHash = await hashPassword(password);
        await database.write(async (tx) =>
          mailSignUp(tx, await insertSignUp(tx, { id: engine.newId(), email, name, passwordHash, nonce, invite })),
        );
      }),

    resendVerification: (email, nonce) =>
      notBefore(MAIL_ONLY_MS, realm, () =>
        database.write(async (tx) => {
          await lockSignUps(tx, email);
          const signUp = await findSignUp(tx, email, nonce);
          if (signUp) await mailSignUp(tx, signUp);
        }),
      ),

    async readLink(token, nonce) {
      const { found, signUp, own } = await lookUp(token, 'verify', nonce);
      if (found.state === 'unknown' || !signUp) throw accountErrors.verificationLink(spentState(found));
      return { state: found.state, email: signUp.email, signed_up_here: own !== undefined };
    },

    async verify({ token, password, name, nonce }) {
      const { found: first, signUp, own } = await lookUp(token, 'verify', nonce);
      if (first.state === 'open' && signUp) {
        if (password === undefined && !own) throw accountErrors.signUpPasswordMissing();
        const { inviteHash, ...typed } = own ?? signUp;
        const choice = {
          name: (password === undefined ? undefined : name) ?? typed.name,
          passwordHash: password === undefined ? typed.passwordHash : await hashPassword(password),
          inSameBrowser: own !== undefined,
        };
        const userId = await confirm({ ...signUp, inviteHash }, token, 'verify', choice);
        if (userId !== null) return userId;
      }
      const found = first.state === 'open' ? (await lookUp(token, 'verify', nonce)).found : first;
      if (found.state === 'used' && found.userId !== null) {
        const set = await passwordHashOf(found.userId);
        const again = password === undefined ? own !== undefined && set === own.passwordHash : await verifyPassword(set, password);
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
      if ((await verifyPassword(user?.password_hash ?? null, password)) && user) return { userId: user.id, stillHolds: hasHash(user) };
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
      notBefore(MAIL_ONLY_MS, realm, () =>
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

    async resetPassword({ token, password, name, nonce }) {
      // Looked up before the password is hashed, because hashing costs a thousand times as much.
      const { found: first, signUp, own } = await lookUp(token, 'reset', nonce);
      const inSameBrowser = own !== undefined;
      if (first.state === 'open') {
        const ownName = name ?? own?.name;
        if (signUp && ownName === undefined) throw accountErrors.signUpNameMissing();
        const passwordHash = await hashPassword(password);
        const choice = { name: ownName ?? '', passwordHash, inSameBrowser };
        const made = signUp ? await confirm(signUp, token, 'reset', choice) : null;
        if (made !== null) return { userId: made, again: false, takenBack: false };
        const { userId } = first;
        const replaced = !signUp && userId !== null ? await replaceForgotten(userId, token, passwordHash) : null;
        if (userId !== null && replaced) return { userId, again: false, ...replaced };
      }
      const found = first.state === 'open' ? (await lookUp(token, 'reset', nonce)).found : first;
      if (found.state === 'used' && found.userId !== null && (await verifyPassword(await passwordHashOf(found.userId), password))) {
        return { userId: found.userId, again: true, takenBack: false };
      }
      throw accountErrors.resetLink(spentState(found));
    },

    async requireProvedAddress(userId) {
      const isRefused = await database.write(async (tx) => {
        if (!(await isOnlyInvited(tx, userId))) return false;
        const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
        // Earlier links go on working. Otherwise this would be a way to make those useless that the owner asked for.
        const token = await issueToken(tx, { userId }, 'reset');
        if (user) await queueMail(tx, { to: user.email, template: 'address-unproved', data: { token } });
        return true;
      });
      if (isRefused) throw accountErrors.addressUnproved();
    },

    hasThisPassword: async (userId, password) => verifyPassword(await passwordHashOf(userId), password),

    hasPassword: async (userId) => (await passwordHashOf(userId)) !== null,

    async update(userId, sessionId, { password, name }) {
      const passwordHash = password === undefined ? null : await hashPassword(password);
      let ended: string[] = [];
      if (name !== undefined) {
        const renamed = await engine.run({ userId }, engine.newId(), (context) => deps.rename(context, name));
        if (!renamed.allowed) throw refusalError(renamed.code);
      }
      if (passwordHash === null) return;
      await engine.system(async (context) => {
        const [user] = await context.tx<{ email: string }[]>`
          update users set password_hash = ${passwordHash} where id = ${userId} returning email`;
        if (!user) return;
        // The owner of the address may be about to take the account back.
        if (!(await isOnlyInvited(context.tx, userId))) await dropTokens(context.tx, { userId }, 'reset');
        await dropAddressChange(context.tx, userId);
        ended = await sessions.revokeAll(context.tx, userId, sessionId);
        await context.mail({ to: user.email, template: 'password-changed', data: {} });
      });
      sessions.ended(ended);
    },
  };
}
