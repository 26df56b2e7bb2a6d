/**
 * What a command works with. Changes are collected while it runs and written to the log together at the end of the transaction. So the
 * heads of the scopes are locked for the shortest time, and in one order.
 */
import type { Actor } from '../../schemas/base/refusal.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { Change, CommandContext } from './command.ts';
import { mostOf, NOTHING, type StoredBytes } from './push/member-storage.ts';
import type { RareActs } from './rare-acts.ts';

export type Mail = Parameters<CommandContext['mail']>[0];
/** The actor where no member acts. */
export const nobody: Actor = { userId: '00000000-0000-0000-0000-000000000000' };

/** The outcome of an act of which no row is kept. */
export const NO_ROW = 'no row';

export type QueueMail = (tx: Tx, mail: Mail) => Promise<unknown>;

/** What an act adds to the log, and the members whose scopes it may have changed. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly members: readonly string[];
  /** images whose bytes arrived */
  readonly images: readonly string[];
  /** what this adds at most to the actor's storage */
  readonly stores: StoredBytes;
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
    readonly newId: CommandContext['newId'];
    readonly limits: CommandContext['limits'];
    readonly reports: CommandContext['reports'];
    readonly queueMail: QueueMail;
    readonly rareActs: RareActs;
  },
): OpenContext {
  const changes: Change[] = [];
  const members = new Set<string>();
  const images: string[] = [];
  let stores = NOTHING;
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
      newId: given.newId,
      limits: given.limits,
      reports: given.reports,
      record(change) {
        whileOpen();
        changes.push(change);
      },
      stores() {
        whileOpen();
        stores = mostOf(1, stores.photos);
      },
      storesPhotos(bytes) {
        whileOpen();
        stores = { ...stores, photos: stores.photos + bytes };
      },
      countRare: (act, about) => given.rareActs.count(tx, act, about),
      answer(did) {
        whileOpen();
        answer = did;
      },
      keepsNoRow() {
        whileOpen();
        answer = NO_ROW;
      },
      membersMoved(moved) {
        whileOpen();
        for (const member of moved) members.add(member);
      },
      imageArrived(id) {
        whileOpen();
        images.push(id);
      },
      async mail(mail) {
        whileOpen();
        await given.queueMail(tx, given.actor === nobody ? mail : { about: given.actor.userId, ...mail });
      },
    },
    finish() {
      open = false;
      return { changes, members: [...members], images, stores, answer };
    },
  };
}
