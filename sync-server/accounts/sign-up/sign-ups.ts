/**
 * Sign-ups that wait until their address is confirmed. Each is its own row with its own name and password, so a stranger who signs up with
 * the same address takes nothing from it. The browser that signed up keeps a nonce, whose hash is in the row. So a password counts only if
 * the link is opened in the browser in which it was typed.
 */
import type { Tx } from '../../db/pool/transaction.ts';
import { hashSecret, sameHash } from '../secrets/secrets.ts';

/** How long the link of a sign-up can be sent again, and how long the row is kept. A link that still works keeps it longer. */
export const SIGN_UP_DAYS = 7;

export interface SignUp {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly nonceHash: Uint8Array | null;
  /** of the token in the invitation link that the visitor came by */
  readonly inviteHash: Uint8Array | null;
}

const columns = (tx: Tx) =>
  tx`s.id, s.email, s.name, s.password_hash as "passwordHash", s.nonce_hash as "nonceHash", s.invite_hash as "inviteHash"`;

export async function insertSignUp(
  tx: Tx,
  input: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly nonce: string;
    readonly invite?: string | undefined;
  },
): Promise<SignUp> {
  const { id, email, name, passwordHash, nonce, invite } = input;
  const inviteHash = invite === undefined ? null : hashSecret(invite);
  const signUp = { id, email, name, passwordHash, nonceHash: hashSecret(nonce), inviteHash };
  await tx`
    insert into sign_ups (id, email, name, password_hash, nonce_hash, invite_hash)
    values (${signUp.id}, ${email}, ${name}, ${passwordHash}, ${signUp.nonceHash}, ${inviteHash})`;
  return signUp;
}

/** The newest sign-up of this address from the browser with this nonce. Without one, the newest of all browsers. */
export async function findSignUp(tx: Tx, email: string, nonce: string | undefined): Promise<SignUp | undefined> {
  const [found] = await tx<SignUp[]>`
    select ${columns(tx)} from sign_ups s
    where s.email = ${email} and s.created_at > now() - make_interval(days => ${SIGN_UP_DAYS})
    order by coalesce(s.nonce_hash = ${nonce === undefined ? null : hashSecret(nonce)}, false) desc, s.created_at desc, s.id desc
    limit 1`;
  return found;
}

export async function signUpById(tx: Tx, id: string): Promise<SignUp | undefined> {
  const [found] = await tx<SignUp[]>`select ${columns(tx)} from sign_ups s where s.id = ${id}`;
  return found;
}

/** Whether this is the browser that signed up. */
export const wasMadeHere = ({ nonceHash }: SignUp, nonce: string | undefined): boolean =>
  nonceHash !== null && nonce !== undefined && sameHash(nonceHash, hashSecret(nonce));

/** Locks all sign-ups of an address until commit, so that two of their links follow one another. Lock them before the links. */
export async function lockSignUps(tx: Tx, email: string): Promise<void> {
  await tx`select from sign_ups where email = ${email} order by id for update`;
}

/** Stores that this sign-up has become an account, and makes all other links of its address useless. */
export async function settleSignUps(tx: Tx, { id, email }: SignUp, userId: string): Promise<void> {
  await tx`update sign_ups set user_id = ${userId} where id = ${id}`;
  await voidSignUps(tx, email);
}

/** Deletes the unused links of every sign-up of this address, so that the passwords typed there let nobody in. */
export async function voidSignUps(tx: Tx, email: string): Promise<void> {
  await tx`
    delete from address_tokens t using sign_ups s
    where t.sign_up_id = s.id and s.email = ${email} and t.used_at is null`;
}
