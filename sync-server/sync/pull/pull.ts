/**
 * Answers a pull. Membership, heads, log and content are read in one snapshot. Read one after the other, a friendship that ends in between
 * would leak what the two never shared. Pages may come from different snapshots.
 */
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Checkpoint, PullRequest, PullResponse } from '../../../schemas/protocol/sync.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { CollectionFeatures } from '../feature.ts';
import { missedRemovals } from './old-removals.ts';
import { type CollectionPull, positionsIn, pullCollection } from './pull-collection.ts';
import { readableScopes, visibleDocuments } from './readable-scopes.ts';
import { skipWhatIsEmpty } from './skip-what-is-empty.ts';

/** The approximate size of a response. A push waits for the pull before it, so no pull may take long. */
const RESPONSE_BYTES = 512 * 1024;
/** Every collection that lacks something advances in each response. */
const LEAST_COLLECTION_BYTES = 32 * 1024;

/** Calls `onVoid` for a device that knows more of this very database than there is. */
export async function pull(
  database: Database,
  features: CollectionFeatures,
  viewer: string,
  request: PullRequest,
  onVoid: () => void = () => undefined,
): Promise<PullResponse> {
  return database.read(async (tx) => {
    const { epoch, scopes } = await readableScopes(tx, viewer);
    // Numbers of another epoch mean nothing in this database. Their keys do: scopes that the viewer does not read become null.
    const trustedCheckpoint = (checkpoint: Checkpoint): Checkpoint => (request.epoch === epoch ? checkpoint : {});

    const asked = (Object.keys(request.collections) as CollectionName[]).flatMap((collection) => {
      const wanted = request.collections[collection];
      return wanted ? [{ collection, ...wanted, positions: positionsIn(scopes, trustedCheckpoint(wanted.checkpoint)) }] : [];
    });
    if (asked.some(({ positions }) => positions.size < scopes.size)) onVoid();
    // A device that was away for too long cannot get its removals any more. Its number is void: it forgets the scope and fills it again.
    const behind = asked.flatMap(({ collection, positions }) =>
      [...positions].flatMap(([scope, { upTo }]) => (upTo < (scopes.get(scope)?.head ?? 0) ? [{ collection, scope, upTo }] : [])),
    );
    for (const missed of await missedRemovals(tx, behind)) {
      asked.find(({ collection }) => collection === missed.collection)?.positions.delete(missed.scope);
    }
    await skipWhatIsEmpty(tx, scopes, asked);

    const pulls = asked.map(({ collection, checkpoint, limit, positions }) => ({
      collection,
      pull: pullCollection({ tx, features, collection, scopes, positions }, checkpoint, limit),
    }));
    let bytesLeft = RESPONSE_BYTES;
    /** Gives each of these an equal share of what is left. */
    const share = async (among: readonly CollectionPull[]): Promise<void> => {
      let sharers = among.length;
      for (const one of among) {
        bytesLeft -= await one.read(Math.max(LEAST_COLLECTION_BYTES, bytesLeft / sharers));
        sharers -= 1;
      }
    };
    const lacking = () => pulls.flatMap(({ pull }) => (pull.wantsMore() ? [pull] : []));
    await share(lacking());
    // Those that lacked little leave something to the others.
    const among = lacking();
    if (bytesLeft >= among.length * LEAST_COLLECTION_BYTES) await share(among);
    const collections: PullResponse['collections'] = {};
    for (const { collection, pull } of pulls) collections[collection] = pull.finish();

    const check: PullResponse['check'] = {};
    for (const [name, ids] of Object.entries(request.check ?? {})) {
      const collection = name as CollectionName;
      const documents = await visibleDocuments(tx, features, viewer, collection, ids);
      check[collection] = ids.map((id) => [id, documents.get(id) ?? null]);
    }
    const heads = Object.fromEntries([...scopes].map(([id, scope]) => [id, scope.head]));
    return { epoch, heads, collections, check };
  });
}
