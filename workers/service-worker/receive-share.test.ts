/** What the service worker makes of the form of a share sheet, and for whom it stores it. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SHARE_MAX_BYTES } from '../../schemas/share-target/share-target.ts';
import { createLocks } from '../../tests/support/locks.ts';
import { shareDatabaseName } from '../device/database-name.ts';
import { listDatabases } from '../device/indexed-db.ts';
import { forgetMember, rememberMember } from '../device/session/remembered-member.ts';
import { removeShare, waitingShares } from '../device/waiting-shares.ts';
import { isShare, readShare, receiveShare } from './receive-share.ts';

const ANA = 'ana';
const URL_ = 'https://kith.test/share';

/** A file that says it has this size. */
function fileOf(name: string, size = 3): File {
  const file = new File(['abc'], name, { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
function formOf(texts: Record<string, string>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  // A form keeps the files themselves, which says their sizes here.
  vi.spyOn(form, 'getAll').mockReturnValue([...files]);
  return form;
}
const receive = (form: FormData | Promise<FormData>, origin?: string) =>
  receiveShare({ url: URL_, headers: new Headers(origin === undefined ? {} : { origin }), formData: async () => form });
const waiting = (userId = ANA) => waitingShares(userId);

beforeEach(async () => {
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const { name = '' } of (await listDatabases()) ?? []) indexedDB.deleteDatabase(name);
});

describe('what a share holds', () => {
  test.each([
    [{ title: 'Soup', text: 'At seven', url: 'https://soup.test/' }, 'Soup\nAt seven\nhttps://soup.test/'],
    [{ title: 'Soup', text: 'Soup at seven: https://soup.test/', url: 'https://soup.test/' }, 'Soup at seven: https://soup.test/'],
    [{ title: 'Soup', text: ' Soup ', url: '' }, 'Soup'],
    [{ text: 'a\0b' }, 'ab'],
    [{}, ''],
  ])('%j becomes the text %j', (texts, text) => {
    expect(readShare(formOf(texts))).toMatchObject({ text, isCut: false });
  });

  test('a text of at most 5000 characters, and no half of a character at its end', () => {
    const { text, isCut } = readShare(formOf({ text: `${'a'.repeat(4999)}😀 and more` }));
    expect([text.length, isCut]).toEqual([4999, true]);
  });

  test('at most six photos; the names of the others are kept', () => {
    const share = readShare(
      formOf({}, [...Array.from({ length: 6 }, (_, n) => fileOf(`${n}.jpg`)), fileOf('six.jpg'), fileOf('x'.repeat(500))]),
    );
    expect(share.photos.map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
    expect(share.leftOut).toEqual(['six.jpg', 'x'.repeat(80)]);
  });

  test('at most 100 MB: what does not fit any more is left out, and a smaller photo after it is not', () => {
    const half = SHARE_MAX_BYTES / 2;
    const share = readShare(formOf({}, [fileOf('a.jpg', half), fileOf('b.jpg', half + 1), fileOf('c.jpg', half)]));
    expect(share.photos.map(({ name }) => name)).toEqual(['a.jpg', 'c.jpg']);
    expect(share.leftOut).toEqual(['b.jpg']);
  });

  test('no more than twenty names, and no empty files', () => {
    const share = readShare(formOf({}, [fileOf('', 0), ...Array.from({ length: 1000 }, (_, n) => fileOf(`${n}.jpg`))]));
    expect([share.photos.length, share.leftOut.length]).toEqual([6, 20]);
  });
});

describe('who a share belongs to', () => {
  test('what came while a member was signed in waits for them alone', async () => {
    await rememberMember(ANA);
    expect(await receive(formOf({ text: 'For Ana' }))).toBeUndefined();
    expect(await waiting()).toMatchObject([{ text: 'For Ana', owner: ANA }]);
    expect(await waiting('ben')).toEqual([]);
    // The name begins like the names of her store, which sign-out erases.
    expect((await listDatabases())?.map(({ name }) => name)).toContain(shareDatabaseName(ANA));
  });

  test('what came while nobody was signed in waits for the next member, outside of any store', async () => {
    await forgetMember();
    await receive(formOf({ text: 'For whom?' }));
    expect(await waiting('ben')).toMatchObject([{ text: 'For whom?', owner: null }]);
    expect((await listDatabases())?.map(({ name }) => name)).toEqual(['kith-share']);
  });

  test('asking what waits creates nothing', async () => {
    expect(await waiting()).toEqual([]);
    expect(await listDatabases()).toEqual([]);
  });
});

describe('what is kept', () => {
  test('the bytes and the names of photos', async () => {
    await receive(formOf({}, [fileOf('a.jpg')]));
    const [share] = await waiting();
    expect(share?.photos.map(({ name }) => name)).toEqual(['a.jpg']);
  });

  test('one share and a later one; a third is refused until one is gone, also when all come at once', async () => {
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => receive(formOf({ text }))));
    expect(answers.toSorted()).toEqual(['others-wait', undefined, undefined]);
    const [first] = await waiting();
    expect(await waiting()).toHaveLength(2);
    if (first) await removeShare(first);
    expect(await receive(formOf({ text: 'four' }))).toBeUndefined();
    expect((await waiting()).at(-1)?.text).toBe('four');
  });

  test.each(['https://elsewhere.test', 'http://kith.test', 'https://kith.test:444'])('nothing that %s posts', async (origin) => {
    expect(await receive(formOf({ text: 'Buy this' }), origin)).toBe('other-site');
    expect(await waiting()).toEqual([]);
  });

  test.each([undefined, 'null', 'https://kith.test'])('what comes from the origin %s', async (origin) => {
    expect(await receive(formOf({ text: 'Soup' }), origin)).toBeUndefined();
  });

  test('nothing of an empty form, of one file that is too large, and of a form that cannot be read', async () => {
    expect(await receive(formOf({ text: '  ' }))).toBe('empty');
    expect(await receive(formOf({}, [fileOf('film.jpg', SHARE_MAX_BYTES + 1)]))).toBe('too-large');
    expect(await receive(Promise.reject(new TypeError('not a form')))).toBe('failed');
    expect(await waiting()).toEqual([]);
  });

  test('a full disk is a reason of its own', async () => {
    const full = Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
    expect(await receive(full)).toBe('no-disk-space');
  });
});

test.each([
  [{ mode: 'navigate', destination: 'document' }, '/share', true],
  [{ mode: 'navigate', destination: 'iframe' }, '/share', false],
  [{ mode: 'cors', destination: '' }, '/share', false],
  [{ mode: 'navigate', destination: 'document' }, '/posts', false],
])('%j to %s is answered: %s', (request, path, answered) => {
  const asked = { request: request as Request, url: new URL(path, URL_), sameOrigin: true };
  expect(isShare(asked)).toBe(answered);
  expect(isShare({ ...asked, sameOrigin: false })).toBe(false);
});
