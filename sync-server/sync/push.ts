/**
 * Carries out pushed changes, each as a command of its own, in their order. Whatever becomes of one, the others are carried
 * out; an error is thrown only where the database cannot answer, so that a device never sends the same change for ever.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { type Actor, allow, refuse, type Verdict } from '../../schemas/protocol/refusal.ts';
import { MAX_CHANGES, type PushAnswer, type PushChange, pushChangeSchema, type WireDocument } from '../../schemas/protocol/sync.ts';
import { isStorable } from '../../schemas/protocol/text.ts';
import type { Database } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Engine } from './engine.ts';
import type { CollectionFeatures } from './feature.ts';
import { canBeGathered, type Gather, type Gathered } from './gather.ts';
import type { Admission } from './member-storage.ts';
import { visibleDocuments } from './readable-scopes.ts';

/** What must be readable for a change to be answered at all: the id in each. The rest is judged change by change. */
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
/** What these changes cost of a member's budget of writes. */
export const costOf = (changes: readonly UncheckedChange[]): number =>
  changes.reduce((sum, { document }) => sum + 1 + Math.floor(JSON.stringify(document).length / LETTERS_A_WRITE), 0);

/** Which document a write is of. An id may name people, so it is not kept as it is. */
const fingerprintOf = (collection: CollectionName, id: string): string =>
  createHash('sha256').update(`${collection} ${id}`).digest('base64');

interface Pushing {
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly run: Engine['run'];
  readonly gather: Gather;
  /** asks whether so many more may be stored of the member; `run` asks for those that go on their own */
  readonly admit: (member: string, writes: number) => Promise<Admission | null>;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
  /** told of an error that no command expected; the change is refused */
  readonly onUnexpected: (error: unknown, collection: CollectionName) => void;
  readonly isUnavailable: (error: unknown) => boolean;
}

export function createPush({ database, features, run, gather, admit, sessionIsLive, onUnexpected, isUnavailable }: Pushing) {
  async function carryOut(actor: Actor, change: PushChange): Promise<Verdict> {
    if (!isStorable(change.document)) return refuse('INVALID');
    try {
      const { id, write_id } = change.document;
      return await run(actor, { id: write_id, fingerprint: fingerprintOf(change.collection, id) }, (context) =>
        features[change.collection].push(context, change),
      );
    } catch (error) {
      if (isUnavailable(error) || error instanceof HttpError) throw error;
      // A value that the database does not take, a constraint, or a mistake of ours: sending it again would end the same way. As
      // a refusal it comes back to its author, who keeps the text.
      onUnexpected(error, change.collection);
      return refuse('INVALID');
    }
  }

  /** What the sender may see now of these documents, in one snapshot after all of them were pushed. */
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
    const changes = unchecked.map((change) => pushChangeSchema.safeParse(change));
    const sound = changes.flatMap((change) => (change.success ? [change.data] : []));
    const together =
      sound.length === changes.length && sound.every((change) => isStorable(change.document)) && canBeGathered(features, sound);
    // Whose storage may be used up hears of each write apart.
    const admission = together ? await admit(actor.userId, sound.length) : null;
    const gathered: readonly Gathered[] = admission ? await gather(actor, sound, sessionId).finally(admission) : [];
    // Asked with what was gathered; whatever goes on its own asks first.
    const asked = admission !== null && gathered.every((one) => one !== null);
    if (sessionId !== undefined && !asked && !(await sessionIsLive(sessionId))) throw new HttpError(401);

    const verdicts: Verdict[] = [];
    for (const [index, change] of changes.entries()) {
      if (!change.success) verdicts.push(refuse('INVALID'));
      else verdicts.push(gathered[index] ? allow : await carryOut(actor, change.data));
    }
    const views = await currentViews(
      actor,
      unchecked.filter((_, index) => !gathered[index]?.document),
    );
    return unchecked.map((change, index) => {
      const verdict = verdicts[index] ?? refuse('INVALID');
      return {
        id: change.document.id,
        code: verdict.allowed ? null : verdict.code,
        document: gathered[index]?.document ?? views.get(String(change.collection))?.get(change.document.id) ?? null,
      };
    });
  };
}
