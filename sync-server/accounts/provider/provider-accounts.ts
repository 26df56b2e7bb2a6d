/**
 * Finds the account of a person who comes through the identity provider.
 *
 * Once the two are linked, issuer and subject identify the account. They are linked by an address alone, and only if both sides have proved
 * it: the provider says that it is theirs, and an account exists only for a confirmed address. An unconfirmed sign-up is not an account,
 * and from then on its links open nothing.
 */
import { emailSchema } from '../../../schemas/account/account.ts';
import { isUnusualCapitals } from '../../../schemas/base/text.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { unusualCapitals } from '../../http/read-body.ts';
import type { CommandContext } from '../../sync/command.ts';
import type { Engine } from '../../sync/engine.ts';
import { hashSecret } from '../secrets/secrets.ts';
import { insertAccount } from '../sign-up/insert-account.ts';
import type { Newcomer, SignUpGate } from '../sign-up/sign-up-gate.ts';
import { lockSignUps, voidSignUps } from '../sign-up/sign-ups.ts';
import type { ProviderPerson } from './identity-provider.ts';
import { nameFromClaims } from './name-from-claims.ts';
import { providerErrors } from './provider-errors.ts';

/** `known`: linked by an earlier sign-in. `linked`: linked just now, to an existing account. `new`: the account was just made for them. */
export interface ProviderSignIn {
  readonly userId: string;
  readonly as: 'known' | 'linked' | 'new';
}

export interface ProviderAccounts {
  /**
   * Returns the account of this person. `invite` is the invitation token they came with, if any.
   * @throws HttpError when they may not come in
   */
  enter(person: ProviderPerson, invite: string | undefined): Promise<ProviderSignIn>;
  /** Whether this person is linked to this account. */
  isOf(person: ProviderPerson, userId: string): Promise<boolean>;
  /** Whether this member may sign in through the provider with this issuer. */
  hasLinked(userId: string, issuer: string): Promise<boolean>;
}

export interface ProviderAccountsDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly signUpGate: SignUpGate;
  /** Throws when no new account can be made now. */
  readonly refuseNew: () => void;
  /** Lets a person in who has just proved their address, or throws, and attaches the invitations that wait for them. */
  readonly admit: (context: CommandContext, newcomer: Newcomer) => Promise<void>;
}

/** Returns the member of this identity, and stores that it was used. */
async function recognise(tx: Tx, { issuer, subject, picture }: ProviderPerson): Promise<string | undefined> {
  const [identity] = await tx<{ user_id: string }[]>`
    update identities set last_used_at = now(), picture = ${picture ?? null}
    where issuer = ${issuer} and subject = ${subject} returning user_id`;
  return identity?.user_id;
}

/** Links this identity to the member. Returns false if it is linked already, or if the member has another identity at this provider. */
async function insertIdentity(tx: Tx, userId: string, { issuer, subject, picture }: ProviderPerson): Promise<boolean> {
  const { count } = await tx`
    insert into identities (issuer, subject, user_id, picture) values (${issuer}, ${subject}, ${userId}, ${picture ?? null})
    on conflict do nothing`;
  return count === 1;
}

/** Locks the account until commit, so that its address does not change before. */
async function lockAccount(tx: Tx, email: string): Promise<string | undefined> {
  const [user] = await tx<{ id: string }[]>`select id from users where email = ${email} for no key update`;
  return user?.id;
}

export function createProviderAccounts(deps: ProviderAccountsDeps): ProviderAccounts {
  const { engine, database, signUpGate, refuseNew, admit } = deps;

  const hasAccount = (email: string): Promise<boolean> =>
    database.ask(async (sql) => (await sql`select from users where email = ${email}`).length > 0);

  function provedAddress({ email, emailVerified }: ProviderPerson): string {
    const parsed = emailSchema.safeParse(email);
    if (isUnusualCapitals(parsed.error)) throw unusualCapitals();
    // The same for every address: who can enter any address at the provider must not learn which have an account.
    if (!parsed.success || !emailVerified) throw providerErrors.addressUnproved();
    return parsed.data;
  }

  async function link(context: CommandContext, userId: string, email: string, person: ProviderPerson): Promise<ProviderSignIn> {
    if (await insertIdentity(context.tx, userId, person)) {
      await context.mail({ to: email, template: 'provider-linked', data: {} });
      return { userId, as: 'linked' };
    }
    // Either the same person came twice at the same moment, or the provider gave the address to a second person.
    if ((await recognise(context.tx, person)) === userId) return { userId, as: 'known' };
    throw providerErrors.addressHasAccount();
  }

  async function enterByAddress(
    context: CommandContext,
    email: string,
    person: ProviderPerson,
    invite: string | undefined,
  ): Promise<ProviderSignIn> {
    const { tx } = context;
    await lockSignUps(tx, email);
    await voidSignUps(tx, email);
    const existing = await lockAccount(tx, email);
    if (existing !== undefined) return link(context, existing, email, person);
    const userId = context.newId();
    if (await insertAccount(context, { id: userId, email, name: nameFromClaims(person.names, email), passwordHash: null })) {
      // Avoids two accounts for one identity, if its address changed between two sign-ins at the same moment.
      if (!(await insertIdentity(tx, userId, person))) throw providerErrors.failed();
      await admit(context, { userId, email, inviteHash: invite === undefined ? null : hashSecret(invite), inSameBrowser: true });
      return { userId, as: 'new' };
    }
    const concurrentAccount = await lockAccount(tx, email);
    if (concurrentAccount === undefined) throw providerErrors.failed();
    return link(context, concurrentAccount, email, person);
  }

  return {
    async enter(person, invite) {
      const known = await database.write((tx) => recognise(tx, person));
      if (known !== undefined) return { userId: known, as: 'known' };
      const email = provedAddress(person);
      if (!(await hasAccount(email))) {
        refuseNew();
        await signUpGate.enter(email, invite);
      }
      const entered: ProviderSignIn[] = [];
      await engine.system(async (context) => {
        entered.push(await enterByAddress(context, email, person, invite));
      });
      const [last] = entered.slice(-1);
      if (!last) throw new Error('a transaction without a result');
      return last;
    },

    isOf: ({ issuer, subject }, userId) =>
      database.ask(
        async (sql) =>
          (await sql`select from identities where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`).length > 0,
      ),

    hasLinked: (userId, issuer) =>
      database.ask(
        async (sql) =>
          (await sql`select from identities where user_id = ${userId} and rtrim(issuer, '/') = rtrim(${issuer}::text, '/')`).length > 0,
      ),
  };
}
