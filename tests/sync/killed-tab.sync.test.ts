import type { RxStorageInstance } from 'rxdb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { insert } from '../../src/data/local-write.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { newPost } from '../support/rows.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';

/**
 * A tab whose process is killed between the end of a transaction and its event has stored a write and told nobody. Here the worker of
 * another tab leads: it has taken note of later writes and looks at nothing that is older.
 */
let app: StartedApp;
let ana: Member;
let a: Device;

/** Writes without the event that follows. */
async function untold(write: () => Promise<void>): Promise<void> {
  const { originalStorageInstance } = a.database.collections.posts.storageInstance as unknown as {
    originalStorageInstance: RxStorageInstance<unknown, unknown, unknown> & { changes$: { next(event: unknown): void } };
  };
  const { changes$ } = originalStorageInstance;
  const tell = changes$.next;
  changes$.next = () => undefined;
  await write();
  changes$.next = tell;
}
const onServer = async (content: string) => (await app.sql`select from posts where content = ${content}`).length;

beforeAll(async () => {
  app = await startApp();
  ana = await newMember(app, 'Ana');
});
beforeEach(async () => {
  a = await openDevice(app.url, ana, { collections: ['posts'] });
  await a.live();
});
afterEach(() => a.stop());
afterAll(() => app.close());

test.each([
  { when: 'the next tab opens', tabOpened: true },
  { when: 'a while has passed', tabOpened: false },
])('what a killed tab stored and told nobody is sent when $when', async ({ when, tabOpened }) => {
  await untold(() => insert(a.store, 'posts', newPost(ana, `untold, until ${when}`)));
  await insert(a.store, 'posts', newPost(ana, `told, until ${when}`));
  await a.until(async () => (await onServer(`told, until ${when}`)) === 1);
  await a.live();
  if (tabOpened) {
    a.tabOpened();
    await a.until(() => a.status.unsent === 1);
  }
  await a.until(async () => (await onServer(`untold, until ${when}`)) === 1);
  await a.live();
  expect(await a.refused()).toEqual([]);
});
