/**
 * Passkeys. Each belongs to this server's host name (`PUBLIC_URL`) and is discoverable. It counts as both factors, because the device asks
 * its owner for a finger, a face or a PIN.
 *
 * Every failure gets the same answer, whether the passkey is known or not. A passkey whose counter goes backwards, as that of a copy does,
 * is refused.
 */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { assertionSchema, registrationSchema } from '../../../schemas/account/passkey.ts';
import { PASSKEYS_MAX, type Passkey } from '../../../schemas/account/sign-in-ways.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { isDuplicate } from '../../base/database-errors.ts';
import { idNow } from '../../base/server-realm.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { accountErrors } from '../account-errors.ts';
import type { QueueMail } from '../mail/mail-queue.ts';

type Registration = z.output<typeof registrationSchema>;
type Assertion = z.output<typeof assertionSchema>;

interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly transports: string[];
}

/**
 * The result of checking a signature. `counted-back`: the signature is valid, but its counter is not higher than before. `stillHolds` throws
 * once the passkey was removed.
 */
export type PasskeyCheck =
  | { readonly kind: 'right'; readonly userId: string; readonly stillHolds: (tx: Tx) => Promise<void> }
  | { readonly kind: 'counted-back'; readonly userId: string }
  | { readonly kind: 'refused'; readonly userId: string | null };

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
}

export interface Passkeys {
  list(userId: string): Promise<readonly Passkey[]>;
  /** The options that a browser needs to make a passkey, including the challenge. */
  optionsToAdd(userId: string): Promise<Awaited<ReturnType<typeof generateRegistrationOptions>>>;
  /** The same for an account that is not made yet. */
  optionsToJoin(newcomer: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
  }): Promise<Awaited<ReturnType<typeof generateRegistrationOptions>>>;
  /**
   * The passkey that was made for this challenge; null is a challenge that took too long.
   * @throws HttpError when it answers another one
   */
  verifyNew(response: Registration, challenge: string | null): Promise<NewPasskey>;
  /** Stores the passkey of an account that is made in the same transaction. */
  insert(tx: Tx, userId: string, made: NewPasskey, name: string): Promise<void>;
  /**
   * Adds a passkey that was made for this challenge.
   * @throws HttpError 401 when the session has ended in the meantime: a new password ends it, and no passkey may come after that
   */
  add(
    userId: string,
    sessionId: string,
    input: { readonly name: string; readonly response: Registration; readonly challenge: string },
  ): Promise<Passkey>;
  /** Returns false when the member has no such passkey. */
  rename(userId: string, id: string, name: string): Promise<boolean>;
  /**
   * Returns false when the member has no such passkey.
   * @throws HttpError 409 when it is the only way in
   */
  remove(userId: string, id: string): Promise<boolean>;
  optionsToSignIn(): Promise<Awaited<ReturnType<typeof generateAuthenticationOptions>>>;
  /** The options to sign with one of this member's own passkeys. */
  optionsToShowPresence(userId: string): Promise<Awaited<ReturnType<typeof generateAuthenticationOptions>>>;
  /** Checks that a known passkey signed this challenge, and returns whose it is. */
  check(response: Assertion, challenge: string): Promise<PasskeyCheck>;
}

/** How a passkey names its member. The handle means nothing outside this server. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));
const printedHandleOf = (userId: string): string => Buffer.from(handleOf(userId)).toString('base64url');

export interface PasskeysDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly publicUrl: string;
  /** the identity provider through which members may sign in; null when there is none */
  readonly issuer: string | null;
  readonly realm?: Realm;
}

export function createPasskeys(deps: PasskeysDeps): Passkeys {
  const { database, queueMail, issuer, realm = globalThis } = deps;
  const { hostname: rpID, origin } = new URL(deps.publicUrl);

  /** Locks the member until commit. Of two changes at the same time, the second sees what the first has done. */
  async function hold(tx: Tx, userId: string) {
    const [user] = await tx<{ email: string; hasOtherWayIn: boolean }[]>`
      select email, password_hash is not null or exists (
        select from identities i where i.user_id = users.id and rtrim(i.issuer, '/') = rtrim(${issuer}::text, '/')
      ) as "hasOtherWayIn"
      from users where id = ${userId} for no key update`;
    const [{ count } = { count: 0 }] = await tx<{ count: number }[]>`select count(*)::int as count from passkeys where user_id = ${userId}`;
    return user && { ...user, count };
  }

  /** The options that a browser needs to make a passkey for this person. */
  const optionsFor = (id: string, email: string, name: string, present: readonly PasskeyRow[] = []) =>
    generateRegistrationOptions({
      rpName: 'Kith',
      rpID,
      userName: email,
      userDisplayName: name,
      userID: handleOf(id),
      attestationType: 'none',
      excludeCredentials: present.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });

  async function verifyNew(response: Registration, challenge: string | null): Promise<NewPasskey> {
    if (challenge === null) throw accountErrors.passkeyTooLate();
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!made) throw accountErrors.passkeyNotAdded();
    const { credential, credentialBackedUp: backedUp } = made;
    const { id: credentialId, publicKey, counter } = credential;
    return { credentialId, publicKey, counter, transports: response.response.transports ?? [], backedUp };
  }

  async function insert(tx: Tx, userId: string, made: NewPasskey, name: string): Promise<Passkey> {
    const [added] = await tx<Passkey[]>`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up)
      values (${idNow(realm)}, ${userId}, ${made.credentialId}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${[...made.transports]},
        ${name}, ${made.backedUp})
      returning id, name, backed_up,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, null as last_used_at`;
    if (!added) throw accountErrors.passkeyNotAdded();
    return added;
  }

  const known = (error: unknown): never => {
    throw isDuplicate(error) ? accountErrors.passkeyKnown() : error;
  };

  return {
    list: (userId) =>
      database.ask(
        async (sql) => sql<Passkey[]>`
          select id, name, backed_up,
            to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
            to_char(last_used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_used_at
          from passkeys where user_id = ${userId} order by passkeys.created_at, id limit ${PASSKEYS_MAX}`,
      ),

    async optionsToAdd(userId) {
      const { user, present } = await database.read(async (tx) => ({
        user: (
          await tx<{ email: string; name: string }[]>`select u.email, p.name from users u join profiles p using (id) where u.id = ${userId}`
        )[0],
        present: await tx<PasskeyRow[]>`select credential_id, transports from passkeys where user_id = ${userId}`,
      }));
      if (!user) throw new Error('a session without its member');
      if (present.length >= PASSKEYS_MAX) throw accountErrors.passkeysFull();
      return optionsFor(userId, user.email, user.name, present);
    },

    optionsToJoin: ({ id, email, name }) => optionsFor(id, email, name),
    verifyNew,
    insert: (tx, userId, made, name) => insert(tx, userId, made, name).then(() => undefined, known),

    async add(userId, sessionId, { name, response, challenge }) {
      const made = await verifyNew(response, challenge);
      const work = database.write(async (tx) => {
        const user = await hold(tx, userId);
        if (!user) throw accountErrors.passkeyNotAdded();
        if ((await tx`select from live_sessions where id = ${sessionId}`).count === 0) throw new HttpError(401);
        if (user.count >= PASSKEYS_MAX) throw accountErrors.passkeysFull();
        const added = await insert(tx, userId, made, name);
        await queueMail(tx, { to: user.email, template: 'passkey-added', data: { name } });
        return added;
      });
      return work.catch(known);
    },

    async rename(userId, id, name) {
      const { count } = await database.write((tx) => tx`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`);
      return count > 0;
    },

    remove: (userId, id) =>
      database.write(async (tx) => {
        const user = await hold(tx, userId);
        const [removed] = await tx<{ name: string }[]>`delete from passkeys where id = ${id} and user_id = ${userId} returning name`;
        if (!user || !removed) return false;
        if (!user.hasOtherWayIn && user.count === 1) throw accountErrors.passkeyLastWayIn();
        await queueMail(tx, { to: user.email, template: 'passkey-removed', data: { name: removed.name } });
        return true;
      }),

    // Names no passkeys, so the answer is the same for everybody. The device shows the ones it has.
    optionsToSignIn: () => generateAuthenticationOptions({ rpID, userVerification: 'required' }),

    async optionsToShowPresence(userId) {
      const own = await database.ask(
        (sql) => sql<PasskeyRow[]>`select credential_id, transports from passkeys where user_id = ${userId} limit ${PASSKEYS_MAX}`,
      );
      return generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
      });
    },

    async check(response, challenge) {
      const [row] = await database.ask(
        (sql) => sql<PasskeyRow[]>`
          select id, user_id, credential_id, public_key, transports from passkeys where credential_id = ${response.id}`,
      );
      if (!row || response.response.userHandle !== printedHandleOf(row.user_id)) return { kind: 'refused', userId: row?.user_id ?? null };
      const { verified, authenticationInfo: seen } = await verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        // The counter is checked below. The library checks it before the signature, so anybody could make us say that a passkey was copied.
        credential: { id: row.credential_id, publicKey: Uint8Array.from(row.public_key), counter: 0 },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified || !seen) return { kind: 'refused', userId: row.user_id };
      const { count } = await database.write(
        (tx) => tx`
          update passkeys set counter = ${seen.newCounter}, backed_up = ${seen.credentialBackedUp}, last_used_at = now()
          where id = ${row.id} and (counter < ${seen.newCounter} or (counter = 0 and ${seen.newCounter} = 0))`,
      );
      if (count === 0) return { kind: 'counted-back', userId: row.user_id };
      const stillHolds = async (tx: Tx) => {
        if ((await tx`select from passkeys where id = ${row.id}`).count === 0) throw accountErrors.passkeyRefused();
      };
      return { kind: 'right', userId: row.user_id, stillHolds };
    },
  };
}
