import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestStore } from '../../../tests/support/local-store.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { until } from '../../../tests/support/until.ts';
import { type SyncStatus, unknownStatus } from '../../../workers/device/sync-status.ts';
import { insert } from './local-write.ts';
import { pendingOf } from './page-pending.ts';
import { sendWhenHidden } from './send-when-hidden.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a' };
const session = vi.hoisted(() => ({ token: 'alive' as string | null, member: '', asked: 0 }));
vi.mock('../session/session.ts', () => ({
  heldToken: () => session.token,
  signedInMember: () => session.member,
  accessToken: async () => {
    session.asked += 1;
    return null;
  },
}));

interface Sent {
  readonly keepalive: boolean;
  readonly headers: Record<string, string>;
  readonly texts: readonly string[];
}

/** A page of Ana's over an open store, and what it sends. */
async function openPage(given: { readonly status?: Partial<SyncStatus>; readonly elsewhere?: boolean } = {}) {
  const store = await openTestStore(ana.id, ['posts']);
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const sent: Sent[] = [];
  vi.stubGlobal('document', page);
  const asked: string[] = [];
  const sync = { register: async (tag: string) => void asked.push(tag) };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { ready: Promise.resolve({ sync }) } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (path: string, { keepalive, headers, body }: { keepalive: boolean; headers: never; body: string }) => {
    const { changes } = JSON.parse(body) as { changes: { document: { content: string } }[] };
    if (path === '/api/sync/push') sent.push({ keepalive, headers, texts: changes.map(({ document }) => document.content) });
    return Response.json({ answers: [] });
  });
  const status: SyncStatus = { ...unknownStatus, kind: 'live', takesWrites: true, ...given.status };
  const stop = sendWhenHidden({
    ...store,
    connection: {
      ...store.connection,
      snapshot: () => ({ ...store.connection.snapshot(), status }),
      isLookedAtElsewhere: () => given.elsewhere ?? false,
    },
  });
  onTestFinished(async () => {
    stop();
    vi.unstubAllGlobals();
    await store.close();
  });
  await pendingOf(store.database);
  return {
    sent,
    asked,
    write: (text: string) => insert(store, 'posts', newPost(ana, text)),
    setVisible(is: boolean) {
      page.visibilityState = is ? 'visible' : 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

afterEach(() => Object.assign(session, { token: 'alive', member: ana.id, asked: 0 }));
Object.assign(session, { member: ana.id });

test('a page that is hidden sends what is pending, in the order of writing, in a request that outlives it', async () => {
  const { sent, write, setVisible } = await openPage();
  await write('first');
  await write('second');
  expect(sent).toEqual([]);
  setVisible(false);
  expect(sent).toEqual([
    { keepalive: true, headers: expect.objectContaining({ authorization: 'Bearer alive' }), texts: ['first', 'second'] },
  ]);
});

test('the same rows are sent once each time the page is hidden', async () => {
  const { sent, write, setVisible } = await openPage();
  await write('first');
  setVisible(false);
  setVisible(false);
  expect(sent).toHaveLength(1);
  setVisible(true);
  setVisible(false);
  expect(sent).toHaveLength(2);
});

test('what is stored only after the page was hidden is sent then', async () => {
  const { sent, write, setVisible } = await openPage();
  setVisible(false);
  expect(sent).toEqual([]);
  await write('sent with the last tap');
  await until(() => sent.length > 0);
  expect(sent.map(({ texts }) => texts)).toEqual([['sent with the last tap']]);
});

test('no more is sent than such a request may have, and nothing that was written after what does not fit', async () => {
  const { sent, write, setVisible } = await openPage();
  await write('first');
  for (let n = 0; n < 20; n += 1) await write('ü'.repeat(2000));
  setVisible(false);
  const [{ texts = [] } = {}] = sent;
  expect(texts[0]).toBe('first');
  expect(texts.length).toBeLessThan(20);
  expect(new TextEncoder().encode(texts.join('')).length).toBeGreaterThan(50_000);
});

test.each([
  ['the server may be another one than this device knows', { status: { takesWrites: false } }],
  ['the server takes no writes for a while', { status: { later: 'all' } }],
  ['somebody looks at another tab', { elsewhere: true }],
] as const)('nothing is sent while %s', async (_, given) => {
  const { sent, write, setVisible } = await openPage(given);
  await write('first');
  setVisible(false);
  expect(sent).toEqual([]);
});

test('nothing is sent without a token that is still valid, or for somebody else', async () => {
  const { sent, write, setVisible } = await openPage();
  await write('first');
  session.token = null;
  setVisible(false);
  Object.assign(session, { token: 'alive', member: 'ben' });
  setVisible(false);
  expect(sent).toEqual([]);
});

test('a page without a token asks for one when something is written, not when it is hidden', async () => {
  session.token = null;
  const { write, setVisible } = await openPage();
  expect(session.asked).toBe(1);
  await write('first');
  await until(() => session.asked === 2);
  setVisible(false);
  expect(session.asked).toBe(2);
});

test('the browser is asked once to start the service worker for what is pending when the page is hidden', async () => {
  const { asked, write, setVisible } = await openPage();
  setVisible(false);
  setVisible(true);
  await write('first');
  expect(asked).toEqual([]);
  setVisible(false);
  setVisible(false);
  expect(asked).toEqual(['kith-pending']);
});

test('it is asked while the page is still visible if there is no connection, since the page may crash', async () => {
  const { asked, write } = await openPage({ status: { kind: 'offline', takesWrites: false } });
  expect(asked).toEqual([]);
  await write('first');
  await write('second');
  await until(() => asked.length > 0);
  expect(asked).toEqual(['kith-pending']);
});
