/**
 * Passwords and random secrets. The only file that knows the library behind them.
 *
 * Passwords: argon2id with 19 MiB and two passes, two at a time: each takes its memory and a core while it runs. A letter that can be typed
 * in several ways (NFKC) is the same letter on every device.
 * Tokens carry 256 random bits, so one round of SHA-256 keeps them: there is nothing to guess.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash as argon2id, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../http/bounded-queue.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const queue = createBoundedQueue({ running: 2, waiting: 64 });

/** Of argon2's kinds the binding takes argon2id unless told. */
const makeHash = (password: string): Promise<string> => argon2id(password.normalize('NFKC'), COST);

/** What an account without password, or no account at all, is compared with, so that the answer takes as long as any. */
let decoy: Promise<string> | undefined;

/** The hash under which a password is kept. Answers 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> => queue.run(() => makeHash(password));

/** Whether this is the password; takes the same time for `null`, which no password matches. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= makeHash(randomBytes(32).toString('hex'));
  const against = hash ?? (await decoy);
  const matches = await queue.run(() => verify(against, password.normalize('NFKC')));
  return hash !== null && matches;
}

export const SECRET_BYTES = 32;

export const randomSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** A secret for a link. */
export const randomToken = (): string => randomSecret().toString('base64url');

export const hashSecret = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

/** A secret that whoever holds `secret` and the stored salt can make again, and nobody who holds only one of the two. */
export const deriveSecret = (secret: Uint8Array, salt: Uint8Array): Buffer => createHmac('sha256', secret).update(salt).digest();

export const sameHash = (one: Uint8Array, other: Uint8Array): boolean => one.byteLength === other.byteLength && timingSafeEqual(one, other);
