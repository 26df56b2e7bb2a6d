/**
 * Counts acts that may be done only a few times in an hour, for all processes together. An act that is one too many is put off: nothing is
 * written, and its sender sends it again. It is no refusal, so a device keeps it pending, and nobody types it a second time.
 */
import { type RareAct, rareActsPerHour } from '../../schemas/base/rare-acts.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import type { Tx } from '../db/pool/transaction.ts';
import { HttpError } from '../http/errors/http-error.ts';
import type { Counters } from '../http/limits/counters.ts';

const HOUR = 60 * 60;

/** The act is put off. REST answers 429; a push answers this change alone with `LATER`. */
export class PutOff extends HttpError {
  readonly afterSeconds: number;

  constructor(afterSeconds: number) {
    super(429, { message: answerWording.CHANGED_OFTEN, retryAfterSeconds: afterSeconds });
    this.name = 'PutOff';
    this.afterSeconds = afterSeconds;
  }
}

export interface RareActs {
  /**
   * Counts this act of this member, or on this post. The count is kept only if `tx` commits.
   *
   * @throws PutOff if it is one too many
   */
  count(tx: Tx, act: RareAct, about: string): Promise<void>;
}

export const endlessActs: RareActs = { count: async () => undefined };

/** `within` makes counters that count within a transaction. */
export function createRareActs(within: (tx: Tx) => Counters): RareActs {
  return {
    async count(tx, act, about) {
      const counter = within(tx)({ name: `changes of ${act}`, points: rareActsPerHour[act], seconds: HOUR });
      const ms = await counter.consume(about);
      if (ms !== null) throw new PutOff(Math.max(1, Math.ceil(ms / 1000)));
    },
  };
}
