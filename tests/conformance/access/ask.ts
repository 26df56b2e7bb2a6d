/** How a cell of the access matrix is tried, and how its answer maps to the words of the matrix. */
import { v7 as uuidV7 } from 'uuid';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import type { PullResponse, WireDocument } from '../../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { openChannel } from '../../support/channel-client.ts';
import type { Asker } from './cast.ts';
import type { Outcome, Relation } from './words.ts';

/** An outcome of the matrix, or the status where the matrix has no word for it. */
export type Seen = Outcome | `status ${number}`;

export interface Cell {
  /** the act, and the way in which it is requested */
  readonly operation: string;
  readonly relation: Relation;
  readonly state: string;
  readonly expected: Outcome;
  readonly ask: () => Promise<Seen>;
}

/** The state of a thing whose id was never used. Hidden things must be answered in the same way. */
export const NEVER = 'never was';

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g;
const words: Readonly<Record<number, Outcome>> = {
  400: 'invalid',
  401: 'signed out',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  422: 'invalid',
};

/** The texts with which each operation answered 404 or 422. One text per operation means that nothing can be told apart. */
export const refusalTexts = new Map<string, Set<string>>();

/** Sends a REST request. `read` maps the data of a success to an outcome; without it a success is `done`. */
export async function rest(
  operation: string,
  { client }: Asker,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  read: (data: ApiAnswer['body']) => Seen = () => 'done',
): Promise<Seen> {
  const answer = await client.call(method, `/api${path}`, body);
  if (answer.status === 200 || answer.status === 201) return read(answer.body?.data);
  if (answer.status === 404 || answer.status === 422) {
    const key = `${operation}: ${answer.status}`;
    const texts = refusalTexts.get(key) ?? new Set();
    refusalTexts.set(key, texts.add(JSON.stringify(answer.body).replaceAll(anId, 'id')));
  }
  return words[answer.status] ?? `status ${answer.status}`;
}

/** Sends the bytes of an image. */
export async function putImage({ client }: Asker, url: string, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<Seen> {
  const token = client.token();
  const answer = await fetch(`${url}/api/images/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...(token && { authorization: `Bearer ${token}` }) },
    body: bytes,
  });
  await answer.arrayBuffer();
  return answer.status === 200 ? 'done' : (words[answer.status] ?? `status ${answer.status}`);
}

/** Tries to open a channel. */
export async function channel({ client }: Asker, url: string, name: string): Promise<Seen> {
  const opened = await openChannel(url, name, client.token() ?? '');
  opened.close();
  return opened.status === 200 ? 'done' : (words[opened.status ?? 0] ?? `status ${opened.status ?? 0}`);
}

/** All rows that a new device of this member receives; null where there is no session. */
export type PulledRows = ReadonlyMap<CollectionName, ReadonlyMap<string, WireDocument>> | null;

const protocol = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };

export async function pullAll({ client }: Asker): Promise<PulledRows> {
  const held = new Map<CollectionName, Map<string, WireDocument>>(collectionNames.map((name) => [name, new Map()]));
  let collections = Object.fromEntries(collectionNames.map((name) => [name, { checkpoint: {}, limit: 1000 }]));
  let epoch: string | null = null;
  for (;;) {
    const answer = await client.call('POST', '/api/sync/pull', { epoch, collections }, protocol);
    if (answer.status === 401) return null;
    if (answer.status !== 200) throw new Error(`a pull was answered ${answer.status}`);
    const page = answer.body as PullResponse;
    epoch = page.epoch;
    for (const name of collectionNames) for (const row of page.collections[name]?.documents ?? []) held.get(name)?.set(row.id, row);
    if (!Object.values(page.collections).some(({ more }) => more)) return held;
    collections = Object.fromEntries(
      collectionNames.map((name) => [
        name,
        { checkpoint: { ...collections[name]?.checkpoint, ...page.collections[name]?.checkpoint }, limit: 1000 },
      ]),
    );
  }
}

/** Whether a device that received all this has that row. */
export const hasRow = (held: PulledRows, collection: CollectionName, id: string): Seen => {
  if (held === null) return 'signed out';
  return held.get(collection)?.has(id) ? 'done' : 'missing';
};

/** Pushes one change, as a device does. */
export async function push(
  { client }: Asker,
  collection: CollectionName,
  document: { id: string } & Record<string, unknown>,
  assumed: readonly string[] = [],
): Promise<Seen> {
  const changes = [{ collection, assumed, document: { write_id: uuidV7(), ...document } }];
  const answer = await client.call('POST', '/api/sync/push', { changes }, protocol);
  if (answer.status !== 200) return words[answer.status] ?? `status ${answer.status}`;
  const { code, document: shown } = answer.body.answers[0];
  if (code === null) return 'done';
  // The refusal of a row that the member may not see contains nothing of the row.
  return shown === null ? 'missing' : 'forbidden';
}
