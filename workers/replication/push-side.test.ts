import { expect, test, vi } from 'vitest';
import type { LocalDatabase } from '../../schemas/local/open-database.ts';
import { noProgress } from '../../schemas/local/sync-status.ts';
import type { PushAnswer, PushRequest } from '../../schemas/protocol/sync.ts';
import { createPushSide } from './push-side.ts';
import type { HandedRow, ReplicatedCollection } from './replicated-collection.ts';
import type { SyncServer } from './server.ts';
import type { ReplicatedRow } from './tombstones.ts';

function unsentPost(id: string): HandedRow {
  const row = { id, content: id, scope: 0, write_id: `write-${id}`, unsent: 1 as const, assumed: [], newest: 0, _deleted: false };
  return { newDocumentState: row as ReplicatedRow };
}

test('[5] a turn ends when RxDB has stored what the server answered', async () => {
  const answer = ({ changes }: PushRequest) =>
    changes.map(({ document }): PushAnswer => ({ id: document.id, code: null, document: { ...document, scope: 7 } as never }));
  const server: Partial<SyncServer> = {
    push: async (request) => ({ kind: 'done', body: { answers: answer(request) } }),
  };
  const push = createPushSide({
    database: {} as LocalDatabase,
    server: server as SyncServer,
    progress: { now: noProgress, change: () => Promise.resolve() },
    unsent: { all: () => [], count: () => 0, note: () => undefined, read: () => Promise.resolve(), close: () => undefined },
    acknowledged: { keep: () => Promise.resolve(), all: () => Promise.resolve([]) },
    room: { full: false },
    rowOf: () => Promise.resolve(undefined),
    wake: () => undefined,
  });
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const posts: Partial<ReplicatedCollection> = { name: 'posts', heldScopes: new Set(), stored: () => stored };
  const answered = push.handle(posts as ReplicatedCollection, [unsentPost('one')]);
  const ended = vi.fn();
  const turn = push.turn(new AbortController().signal).then(ended);
  expect(await answered).toMatchObject([{ id: 'one', scope: 7, unsent: 0 }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ended).not.toHaveBeenCalled();
  store();
  await turn;
});
