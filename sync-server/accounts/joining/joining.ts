/**
 * Makes the account of a person who came by the mail of an invitation. The secret in that mail proves the address, so there is no second
 * mail. A person without it gets no further than any visitor: they sign up and confirm the address.
 */
import type * as z from 'zod/mini';
import type { registrationSchema } from '../../../schemas/account/passkey.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import type { Engine } from '../../sync/engine.ts';
import { accountErrors } from '../account-errors.ts';
import { hashPassword, verifyPassword } from '../secrets/secrets.ts';
import { insertAccount } from '../sign-up/insert-account.ts';
import {
  consumeInvitationSecret,
  type FoundSecret,
  findInvitationSecret,
  hasReceived,
  type MailedInvitation,
  unknownSecret,
} from '../sign-up/invitation-secrets.ts';
import type { Newcomer } from '../sign-up/sign-up-gate.ts';
import { lockSignUps, voidSignUps } from '../sign-up/sign-ups.ts';
import type { Passkeys } from '../ways-in/passkeys.ts';

/** A password, or a passkey that answers the challenge of this browser. */
export type WayIn =
  | { readonly password: string }
  | { readonly passkey: z.output<typeof registrationSchema>; readonly challenge: string | null; readonly passkeyName: string };

export interface Joining {
  /** What the link of this mail proves now. */
  find(mailed: MailedInvitation): Promise<FoundSecret>;
  /**
   * The options to make a passkey for the account that the link makes.
   * @throws HttpError if the link makes no account
   */
  passkeyOptions(mailed: MailedInvitation, name: string): ReturnType<Passkeys['optionsToJoin']>;
  /**
   * Makes the account with the address of the mail and returns its id. The same request may come again for some minutes.
   * @throws HttpError 400 if the link proves nothing, 409 if the address has an account
   */
  join(mailed: MailedInvitation, name: string, way: WayIn): Promise<string>;
}

export interface JoiningDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly passkeys: Passkeys;
  readonly admit: (context: CommandContext, newcomer: Newcomer) => Promise<void>;
  /** whether mails prove their address on this server, and whether those do that it keeps itself */
  readonly proves: boolean;
  readonly trustsMailbox: boolean;
}

/** The error for a link that makes no account. */
const spent = ({ state }: FoundSecret) => accountErrors.verificationLink(state === 'unknown' ? 'unknown' : 'used');

export function createJoining({ engine, database, passkeys, admit, proves, trustsMailbox }: JoiningDeps): Joining {
  const find = (mailed: MailedInvitation): Promise<FoundSecret> =>
    proves ? database.read((tx) => findInvitationSecret(tx, mailed, trustsMailbox)) : Promise.resolve(unknownSecret);

  /** Returns false if the link was used in the meantime. Everything that the account consists of is made in one transaction. */
  async function make(mailed: MailedInvitation, { accountId, email }: FoundSecret, name: string, way: WayIn): Promise<boolean> {
    const passwordHash = 'password' in way ? await hashPassword(way.password) : null;
    const made = 'passkey' in way ? await passkeys.verifyNew(way.passkey, way.challenge) : null;
    let used = false;
    await engine.system(async (context) => {
      const { tx } = context;
      await lockSignUps(tx, email);
      used = await consumeInvitationSecret(tx, mailed);
      if (!used) return;
      const account = { id: accountId, email, name, passwordHash, onlyInvited: true };
      if (!(await insertAccount(context, account))) throw accountErrors.verificationLink('used');
      // Passwords that others typed with this address let nobody in.
      await voidSignUps(tx, email);
      await admit(context, { userId: accountId, email, inviteHash: null, inSameBrowser: true });
      // It was taken back or taken by another member at the same moment.
      if (!(await hasReceived(tx, mailed.token, accountId))) throw accountErrors.verificationLink('unknown');
      if (made && 'passkey' in way) await passkeys.insert(tx, accountId, made, way.passkeyName);
    });
    return used;
  }

  async function passwordFits(userId: string, password: string): Promise<boolean> {
    const [user] = await database.ask(
      (sql) => sql<{ password_hash: string | null }[]>`select password_hash from users where id = ${userId}`,
    );
    return verifyPassword(user?.password_hash ?? null, password);
  }

  return {
    find,

    async passkeyOptions(mailed, name) {
      const found = await find(mailed);
      if (found.state !== 'open') throw spent(found);
      return passkeys.optionsToJoin({ id: found.accountId, email: found.email, name });
    },

    async join(mailed, name, way) {
      // Looked up before the password is hashed, because hashing costs a thousand times as much.
      let found = await find(mailed);
      if (found.state === 'open') {
        if (await make(mailed, found, name, way)) return found.accountId;
        found = await find(mailed);
      }
      const again = found.state === 'used' && found.repeatable && 'password' in way && (await passwordFits(found.accountId, way.password));
      if (again) return found.accountId;
      throw spent(found);
    },
  };
}
