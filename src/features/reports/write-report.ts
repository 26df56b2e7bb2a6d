import { reportWordsSchema } from '../../../schemas/reports/report.ts';
import type { ReportTarget } from '../../../schemas/reports/report-targets.ts';
import { reportedKey } from '../../../schemas/reports/reported-key.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';

/** The reported item: its type and its id. */
export interface ReportedThing {
  readonly type: ReportTarget;
  readonly id: string;
}

/** Reports an item. A report is a setting of the signed-in member, sent like any write. Only the operator sees it. */
export const writeReport = (store: LocalStore, { type, id }: ReportedThing, words: string): Promise<void> =>
  writeSetting(store, reportedKey(type, id), reportWordsSchema.parse(words));
