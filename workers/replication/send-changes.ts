import { MAX_BODY_BYTES, MAX_CHANGES, type PushAnswer, type PushChange } from '../../schemas/protocol/sync.ts';
import { createPace } from './pace.ts';
import type { Outcome, SyncServer } from './server.ts';

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

/** The body limit, minus space for what surrounds the changes. */
const BODY_BYTES = MAX_BODY_BYTES - 10_000;
/** The least that is sent at once, even on a connection that breaks again and again. */
const LEAST_BYTES = 4000;
const encoder = new TextEncoder();

/** The first changes that fit into a request of `mostBytes`, at least one. */
export function firstBatch(changes: readonly PushChange[], mostBytes: number = BODY_BYTES): PushChange[] {
  const fit: PushChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    bytes += encoder.encode(JSON.stringify(change)).length + 1;
    if (fit.length > 0 && (bytes > mostBytes || fit.length === MAX_CHANGES)) break;
    fit.push(change);
  }
  return fit;
}

const MAX_ASSUMED = 1000;

/** Shortens the history of a document that was written very often while offline. The server's own id comes first and must stay. */
export function shortenAssumed(assumed: readonly string[]): string[] {
  if (assumed.length <= MAX_ASSUMED) return [...assumed];
  return [...assumed.slice(0, 1), ...assumed.slice(-(MAX_ASSUMED - 1))];
}

export function createChangeSender(server: Pick<SyncServer, 'push'>): ChangeSender {
  const pace = createPace({ least: LEAST_BYTES, most: BODY_BYTES });
  /** the count of changes that still go one by one */
  let singlesLeft = 0;

  return {
    async send(changes, signal) {
      const sent = firstBatch(singlesLeft > 0 ? changes.slice(0, 1) : changes, pace.most);
      const begun = performance.now();
      const outcome = await server.push({ changes: sent }, signal);
      if (outcome.kind === 'done') pace.done(performance.now() - begun);
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
