/**
 * Whose account somebody has who comes by the identity provider. Issuer and subject say it once the two are linked. They are linked by an address
 * alone, and only where both sides have proved it: the provider says that it is theirs, and an account exists for confirmed addresses only.
 * A sign-up that nobody has confirmed is none, and what it would open an account with is void from then on.
 */
import { v7 as uuid } from 'uuid';
import { emailSchema } from '../../schemas/account/account.ts';
import type { Database, Tx } from '../db/transaction.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import type { ProviderPerson } from './identity-provider.ts';
import { insertAccount } from './insert-account.ts';
import { providerErrors } from './provider-errors.ts';
import { nameFromClaims } from './provider-name.ts';
import { hashSecret } from './secrets.ts';
import type { SignUpGate } from './sign-up-gate.ts';
import { takeSignUps, voidSignUps } from './sign-ups.ts';

/** `known`: by an earlier sign-in. `linked`: from now on, to an account that exists. `new`: with an account that was made for them. */
export interface Entered {
  readonly userId: string;
  readonly as: 'known' | 'linked' | 'new';
}

export interface ProviderAccounts {
  /** Whose account this person has. `invite` is the invitation that they came by, if any. Throws where they may not come in. */
  enter(person: ProviderPerson, invite: string | undefined): Promise<Entered>;
}

export interface ProviderAccountsDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly signUpGate: SignUpGate;
  /** Throws where no new account can be made now. */
  readonly refuseNew: () => void;
  /** Gives the invitations that wait for an address to the member who has just proved it. */
  readonly attachInvitations: (context: CommandContext, userId: string, email: string, inviteHash: Uint8Array | null) => Promise<void>;
}

/** Whose this identity is; remembers that it was used. */
async function recognise(tx: Tx, { issuer, subject, picture }: ProviderPerson): Promise<string | undefined> {
  const [identity] = await tx<{ user_id: string }[]>`
    update identities set last_used_at = now(), picture = ${picture ?? null}
    where issuer = ${issuer} and subject = ${subject} returning user_id`;
  return identity?.user_id;
}

/** Makes this identity the member's; false where it is somebody's already, or they are another person to this provider. */
async function insertIdentity(tx: Tx, userId: string, { issuer, subject, picture }: ProviderPerson): Promise<boolean> {
  const { count } = await tx`
    insert into identities (issuer, subject, user_id, picture) values (${issuer}, ${subject}, ${userId}, ${picture ?? null})
    on conflict do nothing`;
  return count === 1;
}

/** Held until commit, so that an account does not move to another address meanwhile. */
async function takeAccount(tx: Tx, email: string): Promise<string | undefined> {
  const [user] = await tx<{ id: string }[]>`select id from users where email = ${email} for no key update`;
  return user?.id;
}

export function createProviderAccounts(deps: ProviderAccountsDeps): ProviderAccounts {
  const { engine, database, signUpGate, refuseNew, attachInvitations } = deps;

  const hasAccount = (email: string): Promise<boolean> =>
    database.ask(async (sql) => (await sql`select from users where email = ${email}`).length > 0);

  async function provedAddress({ email, emailVerified }: ProviderPerson): Promise<string> {
    const parsed = emailSchema.safeParse(email);
    if (!parsed.success) throw providerErrors.addressUnproved();
    if (emailVerified) return parsed.data;
    throw (await hasAccount(parsed.data)) ? providerErrors.addressHasAccount() : providerErrors.addressUnproved();
  }

  async function link(context: CommandContext, userId: string, email: string, person: ProviderPerson): Promise<Entered> {
    if (await insertIdentity(context.tx, userId, person)) {
      await context.mail({ to: email, template: 'provider-linked', data: {} });
      return { userId, as: 'linked' };
    }
    // The same person came twice at the same moment; anybody else has an address that was given to a second person.
    if ((await recognise(context.tx, person)) === userId) return { userId, as: 'known' };
    throw providerErrors.addressHasAccount();
  }

  async function enterByAddress(
    context: CommandContext,
    email: string,
    person: ProviderPerson,
    invite: string | undefined,
  ): Promise<Entered> {
    const { tx } = context;
    await takeSignUps(tx, email);
    await voidSignUps(tx, email);
    const existing = await takeAccount(tx, email);
    if (existing !== undefined) return link(context, existing, email, person);
    const userId = uuid();
    if (await insertAccount(context, { id: userId, email, name: nameFromClaims(person.names, email), passwordHash: null })) {
      // Not two accounts for one identity, should its address have changed between two sign-ins at the same moment.
      if (!(await insertIdentity(tx, userId, person))) throw providerErrors.failed();
      await attachInvitations(context, userId, email, invite === undefined ? null : hashSecret(invite));
      return { userId, as: 'new' };
    }
    const meanwhile = await takeAccount(tx, email);
    if (meanwhile === undefined) throw providerErrors.failed();
    return link(context, meanwhile, email, person);
  }

  return {
    async enter(person, invite) {
      const known = await database.write((tx) => recognise(tx, person));
      if (known !== undefined) return { userId: known, as: 'known' };
      const email = await provedAddress(person);
      if (!(await hasAccount(email))) {
        refuseNew();
        await signUpGate.enter(email, invite);
      }
      const entered: Entered[] = [];
      await engine.system(async (context) => {
        entered.push(await enterByAddress(context, email, person, invite));
      });
      const [last] = entered.slice(-1);
      if (!last) throw new Error('a transaction without a result');
      return last;
    },
  };
}
