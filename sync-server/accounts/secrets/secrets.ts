/**
 * Passwords and random secrets. The only file that uses the library behind them.
 *
 * Passwords: argon2id with 19 MiB and two passes. Two run at a time, because each takes its memory and a core. NFKC makes a letter that can
 * be typed in several ways the same letter on every device.
 *
 * Tokens carry 256 random bits, so one round of SHA-256 is enough to store them: there is nothing to guess.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash as argon2id, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../../http/limits/bounded-queue.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const queue = createBoundedQueue({ running: 2, waiting: 64 });

/** The binding uses argon2id by default. */
const makeHash = (password: string): Promise<string> => argon2id(password.normalize('NFKC'), COST);

/** Compared with when there is no account, or it has no password, so that the answer takes as long as any other. */
let decoy: Promise<string> | undefined;

/**
 * The hash that is stored for a password.
 * @throws HttpError 503 when too many wait
 */
export const hashPassword = (password: string): Promise<string> => queue.run(() => makeHash(password));

/** Whether this is the password. Takes the same time for `null`, which no password matches. */
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

/** A secret that can be derived again from `secret` and the stored salt together, but from neither of them alone. */
export const deriveSecret = (secret: Uint8Array, salt: Uint8Array): Buffer => createHmac('sha256', secret).update(salt).digest();

export const sameHash = (one: Uint8Array, other: Uint8Array): boolean => one.byteLength === other.byteLength && timingSafeEqual(one, other);
