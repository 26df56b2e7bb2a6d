/**
 * What a command has in hand, and the one place that writes the change log. Changes are collected while the command runs and
 * written together at its end: the heads of the scopes are locked for the shortest time, and in one order.
 */
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { Tx } from '../db/transaction.ts';
import type { Moved } from './bus.ts';
import type { Change, CommandContext } from './feature.ts';

export type Mail = Parameters<CommandContext['mail']>[0];
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>;

export interface OpenContext {
  readonly context: CommandContext;
  /** Writes the log. Must be the last statement of the transaction; afterwards nothing more can be recorded. */
  flush(): Promise<Moved>;
}

export function openContext(
  tx: Tx,
  given: { readonly actor: Actor; readonly writeId: string; readonly limits: CommandContext['limits']; readonly queueMail: QueueMail },
): OpenContext {
  const changes: Change[] = [];
  const members = new Set<string>();
  let open = true;
  const whileOpen = () => {
    // A change that nobody records is one that no device ever hears of.
    if (!open) throw new Error('the command is over: its changes are written already');
  };
  return {
    context: {
      tx,
      actor: given.actor,
      writeId: given.writeId,
      limits: given.limits,
      record(change) {
        whileOpen();
        changes.push(change);
      },
      membersMoved(moved) {
        whileOpen();
        for (const member of moved) members.add(member);
      },
      async mail(mail) {
        whileOpen();
        await given.queueMail(tx, mail);
      },
    },
    async flush() {
      open = false;
      return { scopes: await recordChanges(tx, changes), members: [...members] };
    },
  };
}

/** Writes these changes to the log, in their order, and returns the numbers of the scopes that moved. */
export async function recordChanges(tx: Tx, changes: readonly Change[]): Promise<number[]> {
  const entries = changes.flatMap((change) => change.scopes.map((scope) => ({ scope, change })));
  if (entries.length === 0) return [];
  const moved = await tx<{ moved_scope: number }[]>`
    select moved_scope from record_changes(
      ${entries.map((entry) => entry.scope.kind)}::text[],
      ${entries.map((entry) => entry.scope.owner)}::uuid[],
      ${entries.map((entry) => entry.scope.other)}::uuid[],
      ${entries.map((entry) => entry.change.collection)}::text[],
      ${entries.map((entry) => entry.change.id)}::text[],
      ${entries.map((entry) => (entry.change.removed ? 'true' : 'false'))}::text[]::boolean[])`;
  return moved.map((row) => row.moved_scope);
}
