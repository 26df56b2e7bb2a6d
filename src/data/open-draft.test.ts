/** Tabs that edit one draft, on a real local database. Whatever they do, in whatever order, no text is lost unless the member saw it go. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/local-store.ts';
import { containsText, draftText } from './draft-text.ts';
import { createOpenDraft, type OpenDraft } from './open-draft.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore('ana', ['settings']);
});
afterAll(() => store.close());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Two tabs with one form. */
function openTabs(key: string) {
  const open = () => {
    const draft = createOpenDraft<string>(key, store);
    return { draft, close: draft.attach(store) };
  };
  const tabs = [open(), open()];
  const tab = (at: number): OpenDraft<string> => (tabs[at] as (typeof tabs)[number]).draft;
  return {
    tab,
    stored: () => store.drafts.read(key),
    /** until everything is stored and every tab has heard of it */
    async quiet() {
      for (let before = ''; ; ) {
        await Promise.all(tabs.map(({ draft }) => draft.storeNow()));
        await turn();
        const now = JSON.stringify([await store.drafts.read(key), tab(0).form(), tab(1).form()]);
        if (now === before) return;
        before = now;
      }
    },
    /** Loses the page as in a crash, and opens it again. */
    reload(at: number) {
      tabs[at] = open();
    },
    close: () => {
      for (const { close } of tabs) close();
    },
  };
}

const text = (draft: OpenDraft<string>) => draftText(draft.form().value);

test('an untouched form follows, and empties itself when its text is sent in another tab', async () => {
  const { tab, quiet, stored, close } = openTabs('comment-follows');
  await quiet();
  tab(0).type('soup');
  await quiet();
  expect(tab(1).form()).toMatchObject({ value: 'soup', touched: false, restored: true, others: [] });
  await tab(0).discard();
  await quiet();
  expect(tab(1).form()).toMatchObject({ value: null, restored: false });
  expect(await stored()).toEqual([]);
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
    expect(mine.form().others.map(({ value }) => value)).toEqual([other.form().value]);
  expect((await stored()).map(({ value }) => value).toSorted()).toEqual(['soup', 'stew']);
  await tab(0).discard();
  await quiet();
  expect(tab(1).form()).toMatchObject({ value: 'stew', touched: true });
  expect((await stored()).map(({ value }) => value)).toEqual(['stew']);
  close();
});

test('a draft that an earlier version stored is read and continued', async () => {
  await store.database.upsertLocal('draft-comment-earlier', { value: 'soup' });
  const { tab, quiet, stored, close } = openTabs('comment-earlier');
  await quiet();
  expect(tab(0).form()).toMatchObject({ value: 'soup', restored: true });
  tab(0).type('soup and bread');
  await quiet();
  expect((await stored()).map(({ value }) => value)).toEqual(['soup and bread']);
  close();
});

const step = fc.record({
  at: fc.nat(1),
  act: fc.constantFrom('type', 'add', 'store', 'quiet', 'send', 'take', 'drop', 'reload'),
  /** how far unfinished work gets before the next step */
  turns: fc.nat(3),
});

let runs = 0;
test('no text in a touched form is ever lost, whatever two tabs do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      runs += 1;
      const { tab, quiet, stored, reload, close } = openTabs(`comment-${runs}`);
      /** texts that the member saw when they sent or discarded them */
      const letGo: string[] = [];
      /** texts of closed tabs, until the member sees them and writes something else in their place */
      let owed: string[] = [];
      /** texts that the member saw and wrote over; the other tab may not have heard of that yet when the new text is sent */
      const writtenOver: [string[], string[]] = [[], []];
      const allQuiet = async () => {
        await quiet();
        for (const each of writtenOver) each.length = 0;
      };
      const seenGoing = (seen: string) => {
        owed = owed.filter((each) => !containsText(seen, each));
      };
      const isKept = async (one: string) => (await stored()).some(({ value }) => containsText(value, one));
      for (const [nth, { at, act, turns }] of steps.entries()) {
        const draft = tab(at);
        const [other] = draft.form().others;
        if (act === 'type') {
          seenGoing(text(draft));
          writtenOver[at]?.push(text(draft));
          draft.type(`word ${nth}.`);
        } else if (act === 'add') draft.type(`${text(draft)} and ${nth}.`);
        else if (act === 'store') void draft.storeNow();
        else if (act === 'quiet') await allQuiet();
        else if (act === 'send') {
          letGo.push(text(draft), ...(writtenOver[at] ?? []));
          seenGoing(text(draft));
          void draft.discard();
        } else if (act === 'take' && other) void draft.take(other);
        else if (act === 'drop' && other) {
          letGo.push(draftText(other.value));
          seenGoing(draftText(other.value));
          void store.drafts.remove(other);
        } else if (act === 'reload') {
          await allQuiet();
          if (draft.form().touched && !letGo.some((gone) => containsText(gone, text(draft)))) owed.push(text(draft));
          reload(at);
        }
        for (let each = 0; each < turns; each++) await turn();
      }
      await quiet();
      for (const draft of [tab(0), tab(1)]) {
        if (!draft.form().touched || letGo.some((gone) => containsText(gone, text(draft)))) continue;
        expect(await isKept(text(draft)), `${text(draft)} stands in a form`).toBe(true);
      }
      for (const one of owed) expect(await isKept(one), `${one} stood in a form`).toBe(true);
      close();
    }),
    { numRuns: 200 },
  );
});
