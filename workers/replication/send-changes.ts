import { MAX_BODY_BYTES, MAX_CHANGES, type PushAnswer, type PushChange } from '../../schemas/protocol/sync.ts';
import { createPace } from './pace.ts';
import type { Outcome, SyncServer } from './server.ts';

/**
 * How changes are sent: as many in one request as the server reads and the line passes, and one by one after a request that was rejected as
 * a whole, since only one of its changes is at fault. Whoever sends anything uses this.
 */
export interface ChangeSender {
  /** Sends as many of the first of these changes as one request should hold. */
  send(changes: readonly PushChange[], signal: AbortSignal): Promise<Sent>;
}

export type Sent =
  /** the first changes have these answers, in their order */
  | { readonly kind: 'answered'; readonly changes: readonly PushChange[]; readonly answers: readonly PushAnswer[] }
  /** the request was rejected: the same changes go again, one by one */
  | { readonly kind: 'split' }
  | { readonly kind: 'failed'; readonly outcome: Outcome<never> };

/** Room for what is around the changes. */
const BODY_BYTES = MAX_BODY_BYTES - 10_000;
/** What a line should pass at once that breaks again and again. */
const LEAST_BYTES = 4000;
const encoder = new TextEncoder();

/** As many of the first changes as fit into one request of so many bytes, at least one. */
export function fitting(changes: readonly PushChange[], mostBytes: number = BODY_BYTES): PushChange[] {
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

/** A document that was written very often without connection: the server's own id comes first and must stay. */
export function bounded(assumed: readonly string[]): string[] {
  if (assumed.length <= MAX_ASSUMED) return [...assumed];
  return [...assumed.slice(0, 1), ...assumed.slice(-(MAX_ASSUMED - 1))];
}

export function createChangeSender(server: Pick<SyncServer, 'push'>): ChangeSender {
  const pace = createPace({ least: LEAST_BYTES, most: BODY_BYTES });
  /** so many changes go alone */
  let alone = 0;

  return {
    async send(changes, signal) {
      const sent = fitting(alone > 0 ? changes.slice(0, 1) : changes, pace.most);
      const begun = performance.now();
      const outcome = await server.push({ changes: sent }, signal);
      if (outcome.kind === 'done') pace.done(performance.now() - begun);
      if (outcome.kind === 'lost') pace.lost();
      if (outcome.kind === 'rejected' && sent.length > 1) {
        alone = sent.length;
        return { kind: 'split' };
      }
      if (outcome.kind !== 'done' && outcome.kind !== 'rejected') return { kind: 'failed', outcome };
      const answers: readonly PushAnswer[] =
        outcome.kind === 'done' ? outcome.body.answers : sent.map(({ document: { id } }) => ({ id, code: 'INVALID', document: null }));
      // An answer that fits the request is the only one to act upon.
      if (answers.length !== sent.length) return { kind: 'failed', outcome: { kind: 'lost', retryAfterMs: 1000 } };
      alone = Math.max(0, alone - sent.length);
      return { kind: 'answered', changes: sent, answers };
    },
  };
}
