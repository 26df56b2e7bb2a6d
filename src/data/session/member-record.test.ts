import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { forgetMember, rememberedMember, rememberMember } from '../../../workers/device/session/remembered-member.ts';
import { correctMemberRecord } from './member-record.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a', email: 'ana@kith.test', name: 'Ana' };
const MARKER = 'kith-session';

/** Local storage of a browser, whose page may be killed: after this many more writes, nothing is stored any more. */
function createStorage() {
  const storage = {} as Record<string, string> & Storage & { readonly page: { lives: number } };
  const page = { lives: Number.POSITIVE_INFINITY };
  const write = (change: () => void) => {
    if (page.lives <= 0) throw new Error('the page is gone');
    page.lives -= 1;
    change();
  };
  const hidden = {
    page,
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => write(() => Object.assign(storage, { [key]: value })),
    removeItem: (key: string) => write(() => delete storage[key]),
  };
  for (const [name, value] of Object.entries(hidden)) Object.defineProperty(storage, name, { value });
  return storage;
}

let local: ReturnType<typeof createStorage>;

/** what the page does once its first screen is there */
let later: (() => void)[];

/** A page of this browser: its code begins anew, with what the browser has stored, and reaches its first screen. */
async function startPage() {
  vi.resetModules();
  later = [];
  const page = await import('./session.ts');
  for (const work of later) work();
  return page;
}
const marked = () => (JSON.parse(local.getItem(MARKER) ?? 'null') as { user: { id: string } } | null)?.user.id ?? null;
const agrees = () => until(async () => (await rememberedMember()) === marked());

beforeEach(() => {
  local = createStorage();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', createStorage());
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => (ms === 3000 ? later.push(work) : setTimeout(work, ms)));
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  );
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/auth/sign-in'
      ? Response.json({ success: true, data: { access_token: 'a', expires_at: 1, user: ana } })
      : Promise.reject(new TypeError('no network')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the record names who signed in, and nobody after they signed out', async () => {
  const { signIn, signOut } = await startPage();
  // What the page corrects at its start is over before the sign-in.
  for (let reads = 0; reads < 3; reads += 1) await rememberedMember();
  await signIn({ email: ana.email, password: 'correct horse 7' });
  await agrees();
  expect(await rememberedMember()).toBe(ana.id);
  await signOut();
  expect(await rememberedMember()).toBeNull();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});

test('a sign-out that is interrupted at any write leaves no record of somebody who is not signed in, also before the next start', async () => {
  const whole = await startPage();
  await whole.signIn({ email: ana.email, password: 'correct horse 7' });
  await agrees();
  const left = { ...local };
  let interrupted = 0;
  for (let writes = 0; ; writes += 1) {
    local.page.lives = Number.POSITIVE_INFINITY;
    for (const key of Object.keys(local)) delete local[key];
    Object.assign(local, left);
    await rememberMember(ana.id);
    const page = await startPage();
    local.page.lives = writes;
    const done = await page.signOut().then(
      () => true,
      () => false,
    );
    // The record is erased before the first of these writes.
    expect(await rememberedMember()).toBeNull();
    local.page.lives = Number.POSITIVE_INFINITY;
    if (done) break;
    interrupted += 1;
    await startPage();
    await agrees();
    if (marked() !== null) expect(await rememberedMember()).toBe(ana.id);
  }
  expect(interrupted).toBeGreaterThan(1);
});

test('a sign-in that is interrupted before the record is written, and a record that is left over, are corrected at the next start', async () => {
  local.setItem(MARKER, JSON.stringify({ user: ana }));
  await startPage();
  await agrees();
  expect(await rememberedMember()).toBe(ana.id);
  local.removeItem(MARKER);
  await startPage();
  await agrees();
  expect(await rememberedMember()).toBeNull();
});

test('a sign-out in another tab while the record is being written is noticed after it', async () => {
  const answers = [ana.id, null, null];
  await correctMemberRecord(() => answers.shift() ?? null);
  expect(await rememberedMember()).toBeNull();
});

test('reading the record creates nothing, and erasing one that is not there does nothing', async () => {
  expect(await rememberedMember()).toBeNull();
  await forgetMember();
  expect(await indexedDB.databases()).toEqual([]);
});
