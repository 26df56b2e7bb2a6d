/**
 * Carries out pushed changes in their order, each as its own command. Whatever happens to one change, the others are carried out. An error
 * is thrown only where the device may send again later or must sign in, such as an unavailable database. So no device sends the same change
 * for ever.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Actor, allow, refuse, type Verdict } from '../../schemas/base/refusal.ts';
import { isStorable } from '../../schemas/base/text.ts';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { MAX_CHANGES, type PushAnswer, type PushChange, pushChangeSchema, type WireDocument } from '../../schemas/protocol/sync.ts';
import type { Database } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Creation, createCreator } from './creations.ts';
import type { CollectionFeatures } from './feature.ts';
import { canShare, type Gather, type Gathered } from './gather.ts';
import type { Admission } from './member-storage.ts';
import { visibleDocuments } from './readable-scopes.ts';

/** What must be readable before a change can be answered at all: its id. The rest is judged change by change. */
export const pushEnvelopeSchema = z.object({
  changes: z
    .array(
      z.looseObject({
        collection: z.optional(z.unknown()),
        document: z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
      }),
    )
    .check(z.maxLength(MAX_CHANGES)),
});
export type UncheckedChange = z.infer<typeof pushEnvelopeSchema>['changes'][number];

/** Long texts count as several writes. */
const LETTERS_A_WRITE = 2_000;
/** What these changes cost from a member's budget of writes. */
export const costOf = (changes: readonly UncheckedChange[]): number =>
  changes.reduce((sum, { document }) => sum + 1 + Math.floor(JSON.stringify(document).length / LETTERS_A_WRITE), 0);

/** Identifies the document of a write. An id may name people, so only its hash is stored. */
const fingerprintOf = (collection: CollectionName, id: string): string =>
  createHash('sha256').update(`${collection} ${id}`).digest('base64');

interface Pushing {
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly create: ReturnType<typeof createCreator>;
  readonly gather: Gather;
  /** reserves storage for this many more writes of the member, for creations that share a statement; null where they do not fit */
  readonly admit: (member: string, writes: number) => Promise<Admission | null>;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
  /** called with an error that no command expected; the change is refused */
  readonly onUnexpected: (error: unknown, collection: CollectionName) => void;
  readonly isUnavailable: (error: unknown) => boolean;
}

export function createPush({ database, features, create, gather, admit, sessionIsLive, onUnexpected, isUnavailable }: Pushing) {
  /** The creation that a change asks for; null where it is none, or the rules do not allow it. */
  function creationOf(actor: Actor, { collection, document }: PushChange, sessionId: string | undefined): Creation | null {
    const feature = features[collection].create;
    if (!feature || document._deleted === true) return null;
    const input = feature.read(document);
    const act = input && feature.judge(actor, input);
    return act && { collection, actor, sessionId, write: { id: document.write_id }, id: input.id, act };
  }

  async function carryOut(actor: Actor, change: PushChange, creation: () => Creation | null, wasSkipped: boolean): Promise<Verdict> {
    try {
      const { id, write_id } = change.document;
      return await create({
        actor,
        write: { id: write_id, fingerprint: fingerprintOf(change.collection, id) },
        creation,
        judgeSkipped: (context) => features[change.collection].push(context, change),
        askFirst: wasSkipped || change.assumed.length > 0,
      });
    } catch (error) {
      if (isUnavailable(error) || error instanceof HttpError) throw error;
      // A value that the database rejects, a constraint, or our own bug: the same would happen if it were sent again. As a refusal it comes
      // back to its author, who keeps the text.
      onUnexpected(error, change.collection);
      return refuse('INVALID');
    }
  }

  /** What the sender may see of these documents now, in one snapshot after all changes were pushed. */
  async function currentViews(actor: Actor, changes: readonly UncheckedChange[]): Promise<Map<string, Map<string, WireDocument>>> {
    const ids = new Map<CollectionName, Set<string>>();
    for (const { collection, document } of changes) {
      const name = collectionNames.find((known) => known === collection);
      if (name) ids.set(name, (ids.get(name) ?? new Set()).add(document.id));
    }
    if (ids.size === 0) return new Map();
    return database.read(async (tx) => {
      const views = new Map<string, Map<string, WireDocument>>();
      for (const [collection, wanted] of ids) {
        views.set(collection, await visibleDocuments(tx, features, actor.userId, collection, [...wanted]));
      }
      return views;
    });
  }

  return async function push(actor: Actor, unchecked: readonly UncheckedChange[], sessionId?: string): Promise<PushAnswer[]> {
    const changes = unchecked.map((change) => {
      const sound = pushChangeSchema.safeParse(change).data;
      return sound && isStorable(sound.document) ? sound : null;
    });
    // A change to an existing row may look like a creation. It names the writes that it was made upon.
    const creations = changes.map((change) => (change?.assumed.length === 0 ? creationOf(actor, change, sessionId) : null));
    const shared = creations.filter((creation) => creation !== null);
    const together = shared.length > 0 && shared.length === changes.length && canShare(shared);
    // Where the storage may be used up, each write is answered separately.
    const admission = together ? await admit(actor.userId, shared.length) : null;
    const gathered: readonly Gathered[] = admission ? await gather(shared).finally(admission) : [];
    // The shared statement has checked the session. Other changes need the check before they run.
    const sessionChecked = admission !== null && gathered.every((one) => one.is === 'done');
    if (sessionId !== undefined && !sessionChecked && !(await sessionIsLive(sessionId))) throw new HttpError(401);

    const verdicts: Verdict[] = [];
    for (const [index, change] of changes.entries()) {
      const before = gathered[index];
      if (!change) verdicts.push(refuse('INVALID'));
      else if (before?.is === 'done') verdicts.push(allow);
      else
        verdicts.push(await carryOut(actor, change, () => creations[index] ?? creationOf(actor, change, sessionId), before?.is === 'left'));
    }
    // Later changes may have changed the documents of earlier ones, so these views are read after all of them.
    const documents = gathered.map((one) => (one.is === 'done' ? one.document : undefined));
    const views = await currentViews(
      actor,
      unchecked.filter((_, index) => !documents[index]),
    );
    return unchecked.map((change, index) => {
      const verdict = verdicts[index] ?? refuse('INVALID');
      return {
        id: change.document.id,
        code: verdict.allowed ? null : verdict.code,
        document: documents[index] ?? views.get(String(change.collection))?.get(change.document.id) ?? null,
      };
    });
  };
}
