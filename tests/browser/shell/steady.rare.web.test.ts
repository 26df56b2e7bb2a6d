/**
 * Nothing on a page moves by itself while it loads, and no wrong name is shown before the right one: not with everything on the device, nor while a
 * new device receives its first rows. The processor is slowed to a quarter, so that each step of a start is painted.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { pageTitle } from '../../../src/text/pages.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Circle, Member } from '../../support/fixtures/server.ts';
import { frames, upToDate } from '../../support/on-screen.ts';
import { setUp } from '../../support/set-up-time.ts';

const SLOWER = 4;
const SHIFT = 0.02;
const POSTS = 24;

/** Writes posts with a reaction and a comment each, in one push. Returns the id of the newest post. */
async function writePosts(circle: Circle, author: Member, answering: Member): Promise<string> {
  const posts = Array.from({ length: POSTS }, (_, n) =>
    circle.postDocument(author, { content: `Note ${n + 1}. ${'And so on. '.repeat((n * 7) % 30)}` }),
  );
  const write = async (userId: string, rows: readonly { collection: 'posts' | 'reactions' | 'comments'; document: { id: string } }[]) => {
    const changes = rows.map(({ collection, document }) => ({ collection, assumed: [], document: { ...document, write_id: uuid() } }));
    const answers = await circle.engine.push({ userId }, changes);
    expect(answers.filter(({ code }) => code !== null)).toEqual([]);
  };
  await write(
    author.id,
    posts.map((document) => ({ collection: 'posts', document })),
  );
  await write(
    answering.id,
    posts.flatMap(({ id }) => [
      { collection: 'reactions', document: circle.reactionDocument(answering, 'post', id, '🎉') },
      { collection: 'comments', document: circle.commentDocument(answering, id, 'Said below') },
    ]),
  );
  return posts.at(-1)?.id ?? '';
}

const test = browserTest
  /** Ana, with two friends who write, a group, a waiting invitation of each kind, and notifications */
  .extend('world', { scope: 'file' }, ({ circle }) =>
    setUp('members', async () => {
      const [ana, ben, cleo, dan] = [
        await circle.signUp('Ana Ribeiro'),
        await circle.signUp('Ben Okri'),
        await circle.signUp('Cleo Laurent'),
        await circle.signUp('Dan Park'),
      ];
      await circle.befriend(ana, ben);
      await circle.befriend(ana, cleo);
      await circle.befriend(ben, cleo);
      const post = await writePosts(circle, ben, cleo);
      const own = await circle.post(ana, { content: 'Words of Ana' });
      await circle.comment(ben, own, 'An answer');
      const group = circle.groupDocument(ben, 'Sunday walks', 'Every Sunday, and in the rain as well');
      await circle.done(ben, 'groups', group);
      await circle.join(ben, group.id, ana);
      for (const words of ['When do we start?', 'At nine, as always']) await circle.message(ben, group.id, words);
      const other = circle.groupDocument(ben, 'Bread and salt');
      await circle.done(ben, 'groups', other);
      await circle.inviteToGroup(ben, other.id, ana);
      await circle.invite(dan, { member: ana.id });
      return { ana, ben, post, own, group: group.id };
    }),
  );

interface Seen {
  /** the worst sum of layout shifts within five seconds, as browsers report it */
  readonly shift: number;
  readonly moved: readonly string[];
  readonly words: readonly string[];
}

/** From the next page on, watches what moves and which of `words` are painted. */
const watch = (context: BrowserContext, words: readonly string[]) =>
  context.addInitScript((wrong) => {
    const seen = { shift: 0, moved: [] as string[], words: [] as string[] };
    Object.assign(globalThis, { seen });
    let [from, last, sum] = [0, 0, 0];
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}` : String(node?.parentElement?.className);
    const top = ({ y, height }: DOMRectReadOnly) => `${Math.round(y)}+${Math.round(height)}`;
    new PerformanceObserver((list) => {
      interface Shift extends PerformanceEntry {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      }
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const sameWindow = entry.startTime - last < 1000 && entry.startTime - from < 5000;
        sum = sameWindow ? sum + entry.value : entry.value;
        if (!sameWindow) from = entry.startTime;
        last = entry.startTime;
        seen.shift = Math.max(seen.shift, sum);
        const sources = entry.sources.map((each) => `${nameOf(each.node)} ${top(each.previousRect)} → ${top(each.currentRect)}`);
        seen.moved.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)}: ${sources.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      // Of the page that `index.html` brings, only what it shows.
      const parts = [...(document.body?.querySelectorAll(':scope > :not(#static), #static > *') ?? [])];
      const text = parts.map((part) => (part.checkVisibility() ? part.textContent : '')).join('\n');
      for (const word of wrong) if (text.includes(word) && !seen.words.includes(word)) seen.words.push(word);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, words);

const wrongWords = [answerWording.UNKNOWN_USER, pageTitle.login];

async function load(page: Page, address: string, words: RegExp): Promise<Seen> {
  await page.goto(address);
  await page.getByText(words).filter({ visible: true }).first().waitFor();
  await upToDate(page);
  // Browsers report a shift once it is on the screen, some frames after it was drawn.
  await frames(page, 30);
  return page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
}

/** Each route of a member, and words that show that its rows are there. */
const routes = ({ post, own, ben, group }: { readonly post: string; readonly own: string; readonly ben: Member; readonly group: string }) =>
  [
    ['/posts', /Note 24\./],
    [`/posts/${post}`, /Said below/],
    [`/posts/${own}`, /An answer/],
    ['/posts/create', /Who can see/i],
    [`/posts/${own}/edit`, /Words of Ana/],
    ['/friends', /Cleo Laurent/],
    [`/friends/${ben.id}`, /Note 24\./],
    ['/groups', /Sunday walks/],
    ['/groups/create', /Description/],
    [`/groups/${group}`, /Sunday walks/],
    [`/groups/${group}/settings`, /Sunday walks/],
    [`/friends/${ben.id}/photos`, /No photos yet/],
    [`/groups/${group}/photos`, /No photos yet/],
    ['/notifications', /Dan Park/],
    ['/settings', /Ana Ribeiro/],
    ['/contact', /Message/],
    ['/privacy', /Kith/],
  ] as const;

test.for([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('on a %s no route moves or shows a wrong name while it loads, or while rows arrive', async ([, viewport], { open, world }) => {
  const { page, context } = await open(world.ana, { viewport, at: 'about:blank' });
  await watch(context, wrongWords);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  // The first load fills the store of a new device.
  for (const [address, words] of [routes(world)[0], ...routes(world)]) {
    const { shift, moved, words: wrong } = await load(page, address, words);
    expect.soft(shift, `${address}\n${moved.join('\n')}`).toBeLessThanOrEqual(SHIFT);
    expect.soft(wrong, address).toEqual([]);
  }
});
