/**
 * Tabs that edit the draft of one form, on a real database. Whatever they do, in whatever order, no text is lost unless the member saw it
 * go.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/local-store.ts';
import { createLocks } from '../../../tests/support/locks.ts';
import type { DraftStore } from '../store/draft-store.ts';
import { containsText, draftText } from '../store/draft-text.ts';
import { createOpenDraft, type OpenDraft } from './open-draft.ts';

let store: TestStore;
beforeAll(async () => {
  vi.stubGlobal('navigator', { locks: createLocks() });
  store = await openTestStore('ana', ['settings']);
});
afterAll(() => store.close());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One tab with a form. */
function openTab(key: string, changed: Partial<DraftStore> = {}) {
  const ends: (() => void)[] = [];
  let claims = 0;
  const claim: DraftStore['claim'] = async (id) => {
    claims += 1;
    const release = await store.drafts.claim(id);
    if (release) ends.push(release);
    return release;
  };
  const follow: DraftStore['follow'] = (onChange) => {
    const unfollow = store.drafts.follow(onChange);
    ends.push(unfollow);
    return unfollow;
  };
  const draft = createOpenDraft<string>(key, store);
  const close = draft.attach({ ...store, drafts: { ...store.drafts, claim, follow, ...changed } });
  /** The page ends, and the browser ends its claims. */
  const crash = () => {
    for (const end of ends) end();
  };
  return { draft, close, crash, claimed: () => claims };
}

/** Two tabs with one form. */
function openTabs(key: string) {
  const tabs: [ReturnType<typeof openTab>, ReturnType<typeof openTab>] = [openTab(key), openTab(key)];
  const tab = (at: number): OpenDraft<string> => (tabs[at] as (typeof tabs)[number]).draft;
  const stored = async () => (await store.drafts.read()).filter((draft) => draft.key === key);
  return {
    tab,
    stored,
    /** until everything is stored and every tab has learned of it */
    async quiet() {
      for (let before = ''; ; ) {
        await Promise.all(tabs.map(({ draft }) => draft.storeNow()));
        await turn();
        const now = JSON.stringify([await stored(), tab(0).shown(), tab(1).shown()]);
        if (now === before) return;
        before = now;
      }
    },
    /** Loses the page as in a crash, and opens it again. */
    reload(at: number) {
      tabs[at]?.crash();
      tabs[at] = openTab(key);
    },
    close: () => {
      for (const { close } of tabs) close();
    },
  };
}

const text = (draft: OpenDraft<string>) => draftText(draft.shown().value);

test('an untouched form follows, and empties itself when its text is sent in another tab', async () => {
  const { tab, quiet, stored, close } = openTabs('comment-follows');
  await quiet();
  tab(0).type('soup');
  await quiet();
  expect(tab(1).shown()).toMatchObject({ value: 'soup', restored: true, others: [] });
  await tab(0).discard();
  await quiet();
  expect(tab(1).shown()).toMatchObject({ value: null, restored: false });
  expect(await stored()).toEqual([]);
  close();
});

test('a text that is sent before it was ever stored leaves the store alone; one that is being stored is removed', async () => {
  const { draft, close, claimed } = openTab('comment-at-once');
  await draft.storeNow();
  draft.type('soup');
  await draft.discard();
  expect(claimed()).toBe(0);
  draft.type('stew');
  void draft.storeNow();
  await expect.poll(() => claimed()).toBe(1);
  await draft.discard();
  expect([claimed(), (await store.drafts.read()).filter(({ key }) => key === 'comment-at-once')]).toEqual([1, []]);
  close();
});

test('a sent text whose draft cannot be deleted, since the disk is full, is not listed beside the next one', async () => {
  const remove = async () => {
    throw new DOMException('no space', 'QuotaExceededError');
  };
  const { draft, close } = openTab('comment-full', { remove });
  await draft.storeNow();
  draft.type('soup');
  await draft.storeNow();
  // The form has read its own draft.
  draft.look();
  await draft.storeNow();
  await draft.discard();
  expect(draft.shown()).toMatchObject({ value: null, others: [] });
  close();
});

test('when both tabs type at the same time, each keeps its text and lists the other, and sending one leaves the other', async () => {
  const { tab, quiet, stored, close } = openTabs('comment-both');
  await quiet();
  tab(0).type('soup');
  tab(1).type('stew');
  await quiet();
  for (const [mine, other] of [
    [tab(0), tab(1)],
    [tab(1), tab(0)],
  ] as const)
    expect(mine.shown().others.map(({ value }) => value)).toEqual([other.shown().value]);
  expect((await stored()).map(({ value }) => value).toSorted()).toEqual(['soup', 'stew']);
  await tab(0).discard();
  await quiet();
  // A member who has just sent may already be writing the next text.
  expect(tab(0).shown()).toMatchObject({ value: null, others: [{ value: 'stew' }] });
  expect(tab(1).shown()).toMatchObject({ value: 'stew', others: [] });
  expect((await stored()).map(({ value }) => value)).toEqual(['stew']);
  tab(0).leave();
  await quiet();
  expect(tab(0).shown()).toMatchObject({ value: 'stew', others: [] });
  close();
});

test('a text that continues the text of another tab is the same row, and leaves that text to its tab', async () => {
  const { tab, quiet, stored, close } = openTabs('comment-continued');
  await quiet();
  tab(0).type('soup');
  await quiet();
  tab(1).type('soup and bread');
  expect(tab(1).shown().others).toEqual([]);
  await quiet();
  expect(tab(1).shown()).toMatchObject({ rowId: tab(0).shown().rowId, others: [] });
  expect(tab(0).shown()).toMatchObject({ value: 'soup', others: [{ value: 'soup and bread' }] });
  expect(await stored()).toHaveLength(2);
  await tab(1).discard();
  await quiet();
  expect((await stored()).map(({ value }) => value)).toEqual(['soup']);
  close();
});

test('a tab continues the newest draft of the tabs that are gone in its place, and lists the others', async () => {
  const { tab, quiet, stored, reload, close } = openTabs('comment-gone');
  await quiet();
  tab(0).type('soup');
  tab(1).type('stew');
  await quiet();
  tab(0).type('soup and bread');
  await quiet();
  const [newest] = await stored();
  for (const at of [0, 1]) reload(at);
  await quiet();
  expect(tab(0).shown()).toMatchObject({ value: 'soup and bread', restored: true, others: [{ value: 'stew' }] });
  tab(0).type('soup alone');
  await quiet();
  expect((await stored()).map(({ value }) => value)).toEqual(['soup alone', 'stew']);
  expect((await stored())[0]).toMatchObject({ id: newest?.id, rowId: newest?.rowId });
  await tab(0).discard();
  await quiet();
  expect((await stored()).map(({ value }) => value)).toEqual(['stew']);
  close();
});

test('what a tab that is gone had continued goes with the text that continues it', async () => {
  const { tab, quiet, stored, reload, close } = openTabs('comment-grown');
  await quiet();
  tab(0).type('soup');
  await quiet();
  tab(1).type('soup and bread');
  await quiet();
  reload(0);
  await quiet();
  expect(tab(0).shown()).toMatchObject({ value: 'soup and bread', others: [] });
  await tab(1).discard();
  await quiet();
  expect(await stored()).toEqual([]);
  close();
});

const step = fc.record({
  at: fc.nat(1),
  act: fc.constantFrom('type', 'add', 'store', 'quiet', 'send', 'take', 'drop', 'reload'),
  /** how far unfinished work gets before the next step */
  turns: fc.nat(3),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A text is left for another one while the other tab is being typed in, over the same text. */
const leftWhileTypedOver: Step[] = [
  { at: 0, act: 'type', turns: 0 },
  { at: 1, act: 'type', turns: 0 },
  { at: 0, act: 'reload', turns: 0 },
  { at: 0, act: 'drop', turns: 1 },
  { at: 0, act: 'type', turns: 0 },
  { at: 1, act: 'take', turns: 0 },
  { at: 0, act: 'type', turns: 0 },
  { at: 0, act: 'type', turns: 1 },
];
/** A text is typed right after another one was chosen, before that is shown. */
const typedAfterTaking: Step[] = [
  { at: 0, act: 'type', turns: 1 },
  { at: 0, act: 'type', turns: 2 },
  { at: 0, act: 'send', turns: 1 },
  { at: 0, act: 'take', turns: 0 },
  { at: 0, act: 'type', turns: 0 },
  { at: 0, act: 'quiet', turns: 0 },
  { at: 1, act: 'type', turns: 0 },
];

let runs = 0;
test('no text that was typed is ever lost, whatever two tabs do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      runs += 1;
      const { tab, quiet, stored, reload, close } = openTabs(`comment-${runs}`);
      /** texts that the member saw when they sent or discarded them */
      const sent: string[] = [];
      /** what was typed in each tab, and nowhere replaced */
      const typed: [string, string] = ['', ''];
      /** what the member has left stored, until they see it and write something else in its place */
      let left: string[] = [];
      const seenGoing = (seen: string) => {
        left = left.filter((each) => !containsText(seen, each));
      };
      for (const [nth, { at, act, turns }] of steps.entries()) {
        const draft = tab(at);
        const [other] = draft.shown().others;
        if (act === 'type') {
          seenGoing(text(draft));
          typed[at] = `word ${nth}.`;
          draft.type(typed[at]);
        } else if (act === 'add') {
          typed[at] = `${text(draft)} and ${nth}.`;
          draft.type(typed[at]);
        } else if (act === 'store') void draft.storeNow();
        else if (act === 'quiet') await quiet();
        else if (act === 'send') {
          sent.push(text(draft));
          seenGoing(text(draft));
          typed[at] = '';
          void draft.discard();
        } else if (act === 'take' && other) {
          left.push(typed[at] as string);
          typed[at] = '';
          void draft.take(other);
        } else if (act === 'drop' && other) {
          sent.push(draftText(other.value));
          seenGoing(draftText(other.value));
          void store.drafts.remove(other);
        } else if (act === 'reload') {
          await quiet();
          left.push(typed[at] as string);
          typed[at] = '';
          reload(at);
        }
        for (let each = 0; each < turns; each++) await turn();
      }
      await quiet();
      const kept = await stored();
      for (const one of [...typed, ...left]) {
        if (one === '' || sent.some((gone) => containsText(gone, one))) continue;
        expect(
          kept.some(({ value }) => containsText(value, one)),
          `${one} was typed`,
        ).toBe(true);
      }
      close();
      for (const draft of kept) await store.drafts.remove(draft);
    }),
    { numRuns: 200, examples: [[leftWhileTypedOver], [typedAfterTaking]] },
  );
});
