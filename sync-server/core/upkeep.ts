/**
 * What has to be done again and again. There is one durable job for all processes on a database. The process that finds it due sets the
 * time of the next round and then does the work. If it dies, the next round does what was left undone, in any process.
 */
import type { Logger } from 'pino';
import type { Realm } from '../../schemas/base/realm.ts';
import { describeError } from '../base/log.ts';
import { repeatedly } from '../base/repeatedly.ts';
import { takeRound } from '../db/jobs.ts';
import type { Database } from '../db/pool/transaction.ts';

export const UPKEEP_QUEUE = 'upkeep';
/** How often a process asks whether a round is due. */
const CHECK_MS = 30_000;
const EVERY_SECONDS = 600;

export type UpkeepTasks = Readonly<Record<string, () => Promise<void>>>;

export interface Upkeep {
  /** Waits for what is running. */
  close(): Promise<void>;
}

/** Starts with what is due. A task that fails does not stop the others, and runs again in the next round. */
export function startUpkeep(
  database: Database,
  tasks: UpkeepTasks,
  log: Logger,
  {
    checkMs = CHECK_MS,
    onFailed = () => undefined,
    realm = globalThis,
  }: { readonly checkMs?: number; readonly onFailed?: () => void; readonly realm?: Realm } = {},
): Upkeep {
  let closed = false;

  async function runIfDue(): Promise<void> {
    if (!(await takeRound(database, UPKEEP_QUEUE, EVERY_SECONDS))) return;
    for (const [name, task] of Object.entries(tasks)) {
      if (closed) break;
      await task().catch((error: unknown) => {
        log.error({ task: name, error: describeError(error) }, 'a task of upkeep failed; trying again in the next round');
        onFailed();
      });
    }
  }

  const rounds = repeatedly(
    checkMs,
    runIfDue,
    (error) => log.warn({ error: describeError(error) }, 'could not ask whether upkeep is due; trying again in 30 s'),
    realm,
  );
  void rounds.now();
  return {
    async close() {
      closed = true;
      await rounds.stop();
    },
  };
}
