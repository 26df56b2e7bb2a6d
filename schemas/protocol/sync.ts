/**
 * The messages between the replication worker and the server.
 *
 * POST /api/sync/pull, /api/sync/push and /api/sync/stream carry these as JSON. Failures concern the connection only, except for a
 * message that the server will not read. The outcome of a single write is in its answer.
 */
import * as z from 'zod/mini';
import { newIdSchema, writeIdSchema } from '../base/ids.ts';
import { refusalCodes } from '../base/refusal.ts';
import { type CollectionName, collectionNames } from './collections.ts';
import { LATER_CODE } from './sync-codes.ts';
import { MAX_CHANGES, MAX_CHECKED_IDS, MAX_PULL_LIMIT } from './sync-limits.ts';

const collectionSchema = z.enum(collectionNames as readonly [CollectionName, ...CollectionName[]]);
const scopeIdSchema = z.number().check(z.int(), z.positive());
const seqSchema = z.number().check(z.int(), z.nonnegative());
/** The id of a scope as the key of an object. */
const scopeKeySchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/));
/** Ids are uuids or ids made by `joinId`; anything else finds nothing. */
const documentIdSchema = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * How far one collection on one device is, by scope. `40`: complete up to head 40. `[88, 31]`: complete between 31 and 88, with older rows
 * still to come (31 itself is stored). `null`: the scope was left. An answer sets such a key to null: a key that it omits
 * keeps the value that the device has stored.
 */
export const checkpointSchema = z.record(scopeKeySchema, z.union([seqSchema, z.tuple([seqSchema, seqSchema]), z.null()]));
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Any row as it is sent: its fields, the scope through which it came, and the write that made it. */
export const wireDocumentSchema = z.looseObject({ id: documentIdSchema, scope: scopeIdSchema, write_id: writeIdSchema });
export type WireDocument = z.infer<typeof wireDocumentSchema>;

const removalSchema = z.tuple([documentIdSchema, scopeIdSchema]);
/** `[id, scope]`: the row was removed from that scope. It concerns only a stored copy that came through that very scope. */
export type Removal = z.infer<typeof removalSchema>;

const recheckSchema = z.tuple([documentIdSchema, scopeIdSchema]);
/**
 * `[beginning, scope]`: some rows that came through this scope and whose ids begin like this may have been removed. The device asks about
 * those that it has stored, with `check`. A joined id names people, so the server sends it only to a device that named it first.
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
  /** whether this collection has more right now */
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
 * One local write. `assumed` are the write ids on which it is based: the last one that the server sent to this device, and those that this
 * device has written since and that are still unanswered. If the server's row has none of them, it is a conflict.
 */
export const pushChangeSchema = z.object({
  collection: collectionSchema,
  assumed: z.array(writeIdSchema).check(z.maxLength(1000)),
  document: z.looseObject({ id: documentIdSchema, write_id: newIdSchema, _deleted: z.optional(z.boolean()) }),
});
export type PushChange = z.infer<typeof pushChangeSchema>;

export const pushRequestSchema = z.object({ changes: z.array(pushChangeSchema).check(z.maxLength(MAX_CHANGES)) });
export type PushRequest = z.infer<typeof pushRequestSchema>;

/**
 * `code` is null if the write was carried out, now or earlier. With `LATER` it is put off for `retryAfterSeconds`. `document` is what the
 * sender may see of the row now, null if nothing. Answers are in the order of the changes.
 */
export const pushAnswerSchema = z.object({
  id: documentIdSchema,
  code: z.nullable(z.enum([...refusalCodes, LATER_CODE])),
  retryAfterSeconds: z.optional(z.number().check(z.int(), z.positive())),
  document: z.nullable(wireDocumentSchema),
});
export type PushAnswer = z.infer<typeof pushAnswerSchema>;
export const pushResponseSchema = z.object({ answers: z.array(pushAnswerSchema) });
export type PushResponse = z.infer<typeof pushResponseSchema>;

export const streamRequestSchema = z.object({
  /** whether somebody looks at the device now, which sets the pace of the heartbeats; true unless the request says otherwise */
  lookedAt: z.optional(z.boolean()),
});
export type StreamRequest = z.infer<typeof streamRequestSchema>;

/** What changed in one scope: everything after `prev` up to `head`. */
export const frameSchema = z.object({
  scope: scopeIdSchema,
  prev: seqSchema,
  head: seqSchema,
  collections: z.partialRecord(collectionSchema, z.object({ documents: z.array(wireDocumentSchema), removed: z.array(removalSchema) })),
});
export type Frame = z.infer<typeof frameSchema>;

/** Server-sent events of the stream by name; `data` is JSON. */
export interface StreamEvents {
  /** the stream is open: drop what is buffered and pull */
  readonly open: { readonly epoch: string };
  readonly frames: readonly Frame[];
  /** something changed that frames do not carry (a membership, or this reader fell behind): pull */
  readonly pull: Record<string, never>;
  readonly heartbeat: { readonly heads: Heads };
  /** the bytes of these images, which rows of the reader name, have arrived: a device that waits for them fetches them now */
  readonly images: { readonly ids: readonly string[] };
  /** this server is closing: open another stream after this many milliseconds, which differ so that not all clients return at once */
  readonly reconnect: { readonly afterMs: number };
}
