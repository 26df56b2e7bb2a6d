/** Fetches everything that a member may read on an empty device, and then once more with nothing new. */
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import type { PullRequest, PullResponse } from '../../../schemas/protocol/sync.ts';
import { MAX_PULL_LIMIT } from '../../../schemas/protocol/sync-limits.ts';
import type { WireClient } from '../wire-client.ts';

/** The first page is small, so that the newest posts show at once. Later pages are as large as the server allows. */
const FIRST_PAGE = 40;
const NEWEST = 20;

export interface ColdSync {
  /** milliseconds until the newest twenty posts had arrived */
  readonly newestMs: number;
  readonly allMs: number;
  readonly documents: number;
  /** the request of a device that has stored all this */
  readonly upToDate: PullRequest;
}

export async function coldSync(client: WireClient): Promise<ColdSync> {
  const begun = performance.now();
  const checkpoints = new Map(collectionNames.map((name) => [name, {} as NonNullable<PullRequest['collections']['posts']>['checkpoint']]));
  const unfinished = new Set(collectionNames);
  let [documents, posts, newestMs] = [0, 0, Number.NaN];
  let epoch: string | null = null;
  for (let limit = FIRST_PAGE; unfinished.size > 0; limit = MAX_PULL_LIMIT) {
    const collections = Object.fromEntries([...unfinished].map((name) => [name, { checkpoint: checkpoints.get(name) ?? {}, limit }]));
    const answer: PullResponse = await client.pull({ epoch, collections });
    epoch = answer.epoch;
    for (const name of unfinished) {
      const page = answer.collections[name];
      if (!page) throw new Error(`no page for ${name}`);
      checkpoints.set(name, { ...checkpoints.get(name), ...page.checkpoint });
      documents += page.documents.length;
      if (name === 'posts') posts += page.documents.length;
      if (!page.more) unfinished.delete(name);
    }
    if (posts >= NEWEST && Number.isNaN(newestMs)) newestMs = performance.now() - begun;
  }
  return {
    newestMs,
    allMs: performance.now() - begun,
    documents,
    upToDate: {
      epoch,
      collections: Object.fromEntries([...checkpoints].map(([name, checkpoint]) => [name, { checkpoint, limit: MAX_PULL_LIMIT }])),
    },
  };
}

/** Pulls once with nothing new; resolves to the milliseconds it took. @throws Error where something was new, or one pull was not enough */
export async function resync(client: WireClient, upToDate: PullRequest): Promise<number> {
  const begun = performance.now();
  const answer = await client.pull(upToDate);
  const took = performance.now() - begun;
  for (const page of Object.values(answer.collections)) {
    if (page.more || page.documents.length > 0 || page.removed.length > 0) throw new Error('something was new');
  }
  return took;
}
