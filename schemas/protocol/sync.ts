/**
 * The messages between the replication worker and the server.
 *
 * POST /api/sync/pull, /api/sync/push and /api/sync/stream carry these as JSON; 401, 426, 429 and 5xx speak of the connection
 * only, what becomes of a single write is said in its answer.
 */
import * as z from 'zod/mini';
import { writeIdSchema } from '../base/ids.ts';
import { refusalCodes } from '../base/refusal.ts';
import { type CollectionName, collectionNames } from './collections.ts';

export const MAX_BODY_BYTES = 1_000_000;
export const MAX_CHANGES = 500;
export const MAX_PULL_LIMIT = 1000;
export const MAX_CHECKED_IDS = 500;
export const HEARTBEAT_MS = 15_000;
/** Where nobody looks. Whatever lies between often ends a connection that was silent for a minute. */
export const SELDOM_HEARTBEAT_MS = 50_000;
/** The code of a 503 that concerns writes alone: the server's disk is full. */
export const DISK_FULL_CODE = 'DISK_FULL';

const collectionSchema = z.enum(collectionNames as readonly [CollectionName, ...CollectionName[]]);
const scopeIdSchema = z.number().check(z.int(), z.positive());
const seqSchema = z.number().check(z.int(), z.nonnegative());
/** A scope as a key of an object. */
const scopeKeySchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/));
/** Ids are uuids or joins of them; anything else finds nothing. */
const documentIdSchema = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * How far one collection of one device is, by scope: `40` complete up to head 40; `[88, 31]` complete between 31 and 88
 * with older rows still to come (31 itself is held); `null` left. Keys are set to null, never omitted: RxDB merges
 * checkpoints with Object.assign.
 */
export const checkpointSchema = z.record(scopeKeySchema, z.union([seqSchema, z.tuple([seqSchema, seqSchema]), z.null()]));
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Any row as it travels: its fields beside where it came by and which write made it. */
export const wireDocumentSchema = z.looseObject({ id: documentIdSchema, scope: scopeIdSchema, write_id: writeIdSchema });
export type WireDocument = z.infer<typeof wireDocumentSchema>;

const removalSchema = z.tuple([documentIdSchema, scopeIdSchema]);
/** `[id, scope]`: gone from that scope. It concerns only a copy that was held by that very scope. */
export type Removal = z.infer<typeof removalSchema>;

const recheckSchema = z.tuple([documentIdSchema, scopeIdSchema]);
/**
 * `[beginning, scope]`: of the rows that came by this scope and whose ids begin so, some may be gone. The device asks about those that it holds with
 * `check`. An id that is made of what it joins names people, and is told to nobody who does not name it first.
 */
export type Recheck = z.infer<typeof recheckSchema>;

const headsSchema = z.record(scopeKeySchema, seqSchema);
/** Every scope that the viewer may read now, with its head. */
export type Heads = z.infer<typeof headsSchema>;

export const pullRequestSchema = z.object({
  /** null on the first pull of a device */
  epoch: z.nullable(z.string()),
  collections: z.partialRecord(
    collectionSchema,
    z.object({ checkpoint: checkpointSchema, limit: z.number().check(z.int(), z.positive(), z.maximum(MAX_PULL_LIMIT)) }),
  ),
  check: z.optional(z.partialRecord(collectionSchema, z.array(documentIdSchema).check(z.maxLength(MAX_CHECKED_IDS)))),
});
export type PullRequest = z.infer<typeof pullRequestSchema>;

const pullPageSchema = z.object({
  documents: z.array(wireDocumentSchema),
  removed: z.array(removalSchema),
  recheck: z.array(recheckSchema),
  checkpoint: checkpointSchema,
  /** whether there is more for this collection right now */
  more: z.boolean(),
});
export type PullPage = z.infer<typeof pullPageSchema>;

export const pullResponseSchema = z.object({
  epoch: z.string(),
  heads: headsSchema,
  collections: z.partialRecord(collectionSchema, pullPageSchema),
  check: z.partialRecord(collectionSchema, z.array(z.tuple([documentIdSchema, z.nullable(wireDocumentSchema)]))),
});
export type PullResponse = z.infer<typeof pullResponseSchema>;

/**
 * One local write. `assumed` are the write ids that it was made upon: the one the server last told this device, and those
 * that this device has written since and not yet heard of. Where the server's row has none of them, it is a conflict.
 */
export const pushChangeSchema = z.object({
  collection: collectionSchema,
  assumed: z.array(writeIdSchema).check(z.maxLength(1000)),
  document: z.looseObject({ id: documentIdSchema, write_id: writeIdSchema, _deleted: z.optional(z.boolean()) }),
});
export type PushChange = z.infer<typeof pushChangeSchema>;

export const pushRequestSchema = z.object({ changes: z.array(pushChangeSchema).check(z.maxLength(MAX_CHANGES)) });
export type PushRequest = z.infer<typeof pushRequestSchema>;

/** `code` null: done, now or earlier. `document`: what the sender may see of it now, null if nothing. In the order of the changes. */
export const pushAnswerSchema = z.object({
  id: documentIdSchema,
  code: z.nullable(z.enum(refusalCodes)),
  document: z.nullable(wireDocumentSchema),
});
export type PushAnswer = z.infer<typeof pushAnswerSchema>;
export const pushResponseSchema = z.object({ answers: z.array(pushAnswerSchema) });
export type PushResponse = z.infer<typeof pushResponseSchema>;

export const streamRequestSchema = z.object({
  /** whether somebody looks at the device now, which sets the pace of the heartbeats; so it is unless the request says otherwise */
  lookedAt: z.optional(z.boolean()),
});
export type StreamRequest = z.infer<typeof streamRequestSchema>;

/** What moved in one scope: everything after `prev` up to `head`. */
export const frameSchema = z.object({
  scope: scopeIdSchema,
  prev: seqSchema,
  head: seqSchema,
  collections: z.partialRecord(collectionSchema, z.object({ documents: z.array(wireDocumentSchema), removed: z.array(removalSchema) })),
});
export type Frame = z.infer<typeof frameSchema>;

/** Server-sent events of the stream by name; `data` is JSON. */
export interface StreamEvents {
  /** the stream stands: drop what is buffered and pull */
  readonly open: { readonly epoch: string };
  readonly frames: readonly Frame[];
  /** something moved that frames do not tell (a membership, or this reader fell behind): pull */
  readonly pull: Record<string, never>;
  readonly heartbeat: { readonly heads: Heads };
  /** this server goes: open another stream after so many milliseconds, which differ so that not all come at once */
  readonly reconnect: { readonly afterMs: number };
}
