import { type ReportTarget, reportedKey, reportWordsSchema } from '../../../schemas/reports/report.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { writeSetting } from '../../data/write-setting.ts';

/** What is reported: a thing, by its kind and its id. */
export interface ReportedThing {
  readonly type: ReportTarget;
  readonly id: string;
}

/** Reports something: a setting of one's own, which is sent like any write and tells nobody but the operator. */
export const writeReport = (store: LocalStore, { type, id }: ReportedThing, words: string): Promise<void> =>
  writeSetting(store, reportedKey(type, id), reportWordsSchema.parse(words));
