import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** A new account. Its address was proved, and no other account has it. */
export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** null where the member signs in by other means */
  readonly passwordHash: string | null;
  /** whether only the mail of an invitation has proved the address (`invited-account.ts`) */
  readonly onlyInvited?: boolean;
}

/** Creates an account with its profile. Returns false, and does nothing, when the address has an account. */
export async function insertAccount(context: CommandContext, account: NewAccount): Promise<boolean> {
  const { tx, writeId } = context;
  // Of two sign-ups for one address, the second waits here for the first and then finds its row.
  const made = await tx`
    insert into users (id, email, password_hash, only_invited)
    values (${account.id}, ${account.email}, ${account.passwordHash}, ${account.onlyInvited ?? false})
    on conflict (email) do nothing`;
  if (made.count === 0) return false;
  await tx`
    insert into profiles (id, name, created_at, write_id)
    values (${account.id}, ${account.name}, date_trunc('milliseconds', now()), ${writeId})`;
  context.record({ scopes: [scope.network(account.id)], collection: 'profiles', id: account.id });
  context.record({ scopes: [scope.friends(account.id)], collection: 'contacts', id: account.id });
  return true;
}
