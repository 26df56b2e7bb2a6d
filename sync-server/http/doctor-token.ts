/**
 * Lets the command `doctor` ask the server how it sees a visitor. The token is in the database while the command runs, so only somebody who
 * may read the data can ask.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Sql } from 'postgres';
import { KEY_BYTES, newServerKey } from '../db/server-key.ts';

export const DOCTOR_HEADER = 'x-kith-doctor';
const KEY_ID = 'doctor';

/** Makes a token that is good until `forget`. */
export async function makeDoctorToken(sql: Sql): Promise<{ readonly token: string; forget(): Promise<void> }> {
  const key = newServerKey();
  await sql`insert into server_keys (id, key) values (${KEY_ID}, ${key}) on conflict (id) do update set key = excluded.key`;
  return {
    token: key.toString('base64url'),
    forget: async () => void (await sql`delete from server_keys where id = ${KEY_ID} and key = ${key}`),
  };
}

/** Whether this header is the token of a command that runs now. */
export async function isDoctor(sql: Sql, header: string | undefined): Promise<boolean> {
  const given = Buffer.from(header ?? '', 'base64url');
  if (given.length !== KEY_BYTES) return false;
  const [row] = await sql<{ key: Buffer }[]>`select key from server_keys where id = ${KEY_ID}`;
  return row !== undefined && timingSafeEqual(row.key, given);
}
