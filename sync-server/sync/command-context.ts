/**
 * What a command works with. Changes are collected while it runs and written to the log together at the end of the transaction. So the
 * heads of the scopes are locked for the shortest time, and in one order.
 */
import type { Actor } from '../../schemas/base/refusal.ts';
import type { Tx } from '../db/transaction.ts';
import type { Change, CommandContext } from './command.ts';
import { MOST_BYTES_A_WRITE } from './member-storage.ts';

export type Mail = Parameters<CommandContext['mail']>[0] & { readonly about?: string };
/** The actor where no member acts. */
export const nobody: Actor = { userId: '00000000-0000-0000-0000-000000000000' };

export type QueueMail = (tx: Tx, mail: Mail) => Promise<unknown>;

/** What an act adds to the log, and the members whose scopes it may have changed. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly members: readonly string[];
  /** how many writes this counts as against the actor's storage; 0 where it stores nothing more */
  readonly stores: number;
  /** what the act did, where it set an answer */
  readonly answer: string | null;
}

export interface OpenContext {
  readonly context: CommandContext;
  /** Returns what was recorded. Nothing more can be recorded after this. */
  finish(): Outcome;
}

export function openContext(
  tx: Tx,
  given: {
    readonly actor: Actor;
    readonly writeId: string;
    readonly limits: CommandContext['limits'];
    readonly reports: CommandContext['reports'];
    readonly queueMail: QueueMail;
  },
): OpenContext {
  const changes: Change[] = [];
  const members = new Set<string>();
  let stores = 0;
  let answer: string | null = null;
  let open = true;
  const whileOpen = () => {
    // A change that is not recorded never reaches a device.
    if (!open) throw new Error('the command is over: its changes are written already');
  };
  return {
    context: {
      tx,
      actor: given.actor,
      writeId: given.writeId,
      limits: given.limits,
      reports: given.reports,
      record(change) {
        whileOpen();
        changes.push(change);
      },
      stores(bytes = 0) {
        whileOpen();
        stores = Math.max(stores, 1, Math.ceil(bytes / MOST_BYTES_A_WRITE));
      },
      answer(did) {
        whileOpen();
        answer = did;
      },
      membersMoved(moved) {
        whileOpen();
        for (const member of moved) members.add(member);
      },
      async mail(mail) {
        whileOpen();
        await given.queueMail(tx, given.actor === nobody ? mail : { ...mail, about: given.actor.userId });
      },
    },
    finish() {
      open = false;
      return { changes, members: [...members], stores, answer };
    },
  };
}
