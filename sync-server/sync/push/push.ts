/**
 * Carries out pushed changes in their order, each as its own command. Whatever happens to one change, the others are carried out. An error
 * is thrown only where the device may send again later or must sign in, such as an unavailable database. So no device sends the same change
 * for ever.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Actor, allow, refuse } from '../../../schemas/base/refusal.ts';
import { isStorable, lengthOf } from '../../../schemas/base/text.ts';
import { isNewId } from '../../../schemas/base/uuid.ts';
import { type CollectionName, collectionNames } from '../../../schemas/protocol/collections.ts';
import { type PushAnswer, type PushChange, pushChangeSchema, type WireDocument } from '../../../schemas/protocol/sync.ts';
import { LATER_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { Budget } from '../../http/limits/request-budgets.ts';
import type { CommandContext } from '../command.ts';
import { NO_ROW } from '../command-context.ts';
import type { Answer, Engine } from '../engine.ts';
import type { CollectionFeatures } from '../feature.ts';
import { visibleDocuments } from '../pull/readable-scopes.ts';
import { PutOff } from '../rare-acts.ts';
import type { Write } from './applied-writes.ts';
import type { Creation } from './carry-out-creations.ts';
import { type CreatingWrite, type Creator, creationOf } from './creator.ts';
import type { Gathered } from './gather.ts';

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
  changes.reduce((sum, { document }) => sum + 1 + Math.floor(lengthOf(document) / LETTERS_A_WRITE), 0);

/** The collections whose rows have an id that the device makes. The others join theirs from what they are about, or have a member's. */
const made: ReadonlySet<CollectionName> = new Set(['posts', 'comments', 'group_messages', 'groups', 'invitations']);

/** Whether a change that is based on no other write names an id that no device makes. The server itself makes other ids for REST. */
const hasForeignId = ({ collection, assumed, document }: PushChange): boolean =>
  made.has(collection) && assumed.length === 0 && !isNewId(document.id);

/** Identifies the document of a write. An id may name people, so only its hash is stored. */
const fingerprintOf = (collection: CollectionName, id: string): string =>
  createHash('sha256').update(`${collection} ${id}`).digest('base64');
const writeOf = ({ collection, document }: PushChange): Write => ({
  id: document.write_id,
  fingerprint: fingerprintOf(collection, document.id),
});

interface Pushing {
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly creator: Creator;
  readonly run: Engine['run'];
  /** the members' budget of writes */
  readonly budget: Budget;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
  /** called with an error that no command expected; the change is refused */
  readonly onUnexpected: (error: unknown, collection: CollectionName) => void;
  readonly isUnavailable: (error: unknown) => boolean;
}

export function createPush({ database, features, creator, run, budget, sessionIsLive, onUnexpected, isUnavailable }: Pushing) {
  const commandOf = (change: PushChange) => (context: CommandContext) => features[change.collection].push(context, change);

  /** What a change creates if its row is not there; null for changes that create nothing. */
  function creatingOf(actor: Actor, change: PushChange, sessionId: string | undefined): CreatingWrite | null {
    const { collection, document } = change;
    const feature = features[collection].create;
    const input = document._deleted === true ? null : feature?.read(document);
    if (!feature || !input) return null;
    const creation = creationOf(feature, input, { collection, actor, sessionId, write: { id: document.write_id } });
    return { actor, write: writeOf(change), feature, input, creation, command: commandOf(change) };
  }

  async function carryOut(
    actor: Actor,
    change: PushChange,
    creating: CreatingWrite | null,
    tried: Gathered | undefined,
  ): Promise<Answer | PutOff> {
    try {
      if (creating) return await creator.carryOut(creating, tried);
      return await run(actor, writeOf(change), commandOf(change));
    } catch (error) {
      if (error instanceof PutOff) return error;
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

  /** The scope of a member's own rows, which may have none yet. */
  const selfScopeOf = ({ userId }: Actor): Promise<number> =>
    database.write(async (tx) => {
      await tx`insert into scopes (kind, owner) values ('self', ${userId}) on conflict do nothing`;
      const [own] = await tx<{ id: number }[]>`select id from scopes where kind = 'self' and owner = ${userId}`;
      return own?.id ?? 0;
    });

  /**
   * One request may hold hundreds of changes that each move thousands of rows. After as many as make the largest debt, the device sends the
   * request again later. What was carried out is answered as done then, so each request gets further.
   */
  function pauseInDebt({ userId }: Actor): void {
    const retryAfterSeconds = budget.charge(userId, 0);
    if (retryAfterSeconds > 0) throw new HttpError(429, { retryAfterSeconds });
  }

  return async function push(actor: Actor, unchecked: readonly UncheckedChange[], sessionId?: string): Promise<PushAnswer[]> {
    const changes = unchecked.map((change) => {
      const valid = pushChangeSchema.safeParse(change).data;
      return valid && isStorable(valid.document) && !hasForeignId(valid) ? valid : null;
    });
    const creating = changes.map((change) => change && creatingOf(actor, change, sessionId));
    // A change that names no write it was made upon is likely to create its row.
    const likelyNew = creating.map((each, index) => (each && changes[index]?.assumed.length === 0 ? each.creation : null));
    const tried = new Map<Creation, Gathered>();
    let sessionChecked = sessionId === undefined;
    async function checkSession(): Promise<void> {
      if (sessionId !== undefined && !sessionChecked && !(await sessionIsLive(sessionId))) throw new HttpError(401);
      sessionChecked = true;
    }
    if (changes.length === 0) await checkSession();

    const verdicts: (Answer | PutOff)[] = [];
    let extraCost = 0;
    const documents: (WireDocument | undefined)[] = [];
    for (const [index, change] of changes.entries()) {
      const creation = likelyNew[index];
      if (creation && !tried.has(creation)) {
        for (const [each, outcome] of await creator.tryTogether(actor, likelyNew.slice(index))) tried.set(each, outcome);
      }
      const outcome = creation ? tried.get(creation) : undefined;
      if (outcome?.is === 'done') {
        // The statement has checked the session.
        documents[index] = outcome.document;
        verdicts.push(allow);
        continue;
      }
      await checkSession();
      if (!change) verdicts.push(refuse('INVALID'));
      else {
        if (extraCost >= budget.mostDebt) pauseInDebt(actor);
        // It may change what was created before it: those rows are read again.
        documents.fill(undefined);
        const verdict = await carryOut(actor, change, creating[index] ?? null, outcome);
        verdicts.push(verdict);
        if (!(verdict instanceof PutOff)) extraCost += verdict.extraCost ?? 0;
      }
    }
    // Later changes may have changed the documents of earlier ones, so these views are read after all of them.
    const views = await currentViews(
      actor,
      unchecked.filter((_, index) => !documents[index]),
    );
    const isUnkept = (verdict: Answer | PutOff | undefined) => verdict && 'did' in verdict && verdict.did === NO_ROW;
    const ownScope = verdicts.some(isUnkept) ? await selfScopeOf(actor) : 0;
    return unchecked.map((change, index) => {
      const verdict = verdicts[index] ?? refuse('INVALID');
      const { id } = change.document;
      const sent = isUnkept(verdict) ? changes[index] : null;
      const row = sent ? (features[sent.collection].asSent?.(sent.document) ?? null) : null;
      const document = documents[index] ?? views.get(String(change.collection))?.get(id) ?? (row && { ...row, scope: ownScope });
      if (verdict instanceof PutOff) return { id, code: LATER_CODE, retryAfterSeconds: verdict.afterSeconds, document };
      return { id, code: verdict.allowed ? null : verdict.code, document };
    });
  };
}
