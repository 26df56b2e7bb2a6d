import type { Realm } from '../../../schemas/base/realm.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { BODY_BYTES, firstBatch } from '../../device/pending/push-changes.ts';
import type { Outcome, SyncServer } from '../server.ts';
import { createPace } from '../state/pace.ts';

/**
 * Sends changes: as many in one request as the server accepts and the connection passes. After a request was rejected as a whole, its
 * changes are sent one by one, since only one of them is at fault. All code that pushes uses this.
 */
export interface ChangeSender {
  /** Sends the first of these changes, as many as fit into one request. */
  send(changes: readonly PushChange[], signal: AbortSignal): Promise<Sent>;
}

export type Sent =
  /** the first changes were answered, in their order */
  | { readonly kind: 'answered'; readonly changes: readonly PushChange[]; readonly answers: readonly PushAnswer[] }
  /** the request was rejected: send the same changes again, they now go one by one */
  | { readonly kind: 'split' }
  | { readonly kind: 'failed'; readonly outcome: Outcome<never> };

/** The least that is sent at once, even on a connection that breaks again and again. */
const LEAST_BYTES = 4000;

export function createChangeSender(server: Pick<SyncServer, 'push'>, realm: Pick<Realm, 'performance'> = globalThis): ChangeSender {
  const pace = createPace({ least: LEAST_BYTES, most: BODY_BYTES });
  /** the count of changes that still go one by one */
  let singlesLeft = 0;

  return {
    async send(changes, signal) {
      const sent = firstBatch(singlesLeft > 0 ? changes.slice(0, 1) : changes, pace.most);
      const begun = realm.performance.now();
      const outcome = await server.push({ changes: sent }, signal);
      if (outcome.kind === 'done') pace.done(realm.performance.now() - begun);
      if (outcome.kind === 'lost') pace.lost();
      if (outcome.kind === 'rejected' && sent.length > 1) {
        singlesLeft = sent.length;
        return { kind: 'split' };
      }
      if (outcome.kind !== 'done' && outcome.kind !== 'rejected') return { kind: 'failed', outcome };
      const answers: readonly PushAnswer[] =
        outcome.kind === 'done' ? outcome.body.answers : sent.map(({ document: { id } }) => ({ id, code: 'INVALID', document: null }));
      // Only answers that match the request can be applied.
      if (answers.length !== sent.length) return { kind: 'failed', outcome: { kind: 'lost', retryAfterMs: 1000 } };
      singlesLeft = Math.max(0, singlesLeft - sent.length);
      return { kind: 'answered', changes: sent, answers };
    },
  };
}
