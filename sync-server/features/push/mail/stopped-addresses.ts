import type { Sql } from 'postgres';
import type { Tx } from '../../../db/pool/transaction.ts';

/** `refused`: the address's mail server said that there is nobody. `operator`: an operator has stopped these mails. */
type StoppedBecause = 'refused' | 'operator';

/** An address as it is stored: without capital letters from A to Z. */
const stored = (address: string): string => address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** No mails that call go to this address any more. Every other mail does. A member's next address is not stopped. */
export async function stopAddress(sql: Sql | Tx, address: string, because: StoppedBecause): Promise<void> {
  await sql`insert into stopped_addresses (email, because) values (${stored(address)}, ${because}) on conflict (email) do nothing`;
}

/** Lets mails that call go to this address again. Returns false if they did. */
export async function resumeAddress(sql: Sql, address: string): Promise<boolean> {
  const { count } = await sql`delete from stopped_addresses where email = ${stored(address)}`;
  return count > 0;
}

/** Forgets refused addresses that no member has any more, so that nothing of a deleted account stays. */
export async function forgetRefusedAddresses(sql: Sql | Tx): Promise<void> {
  await sql`
    delete from stopped_addresses s where s.because = 'refused' and not exists (select from users u where u.email = s.email)`;
}
