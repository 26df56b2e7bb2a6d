/** Reading the feed: writes many posts at once, scrolls as readers do, and measures positions on the screen. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Member } from './circle.ts';
import type { Circle } from './fixtures/server.ts';

/** How many posts one push writes. */
const AT_ONCE = 128;

/** Writes these posts through the commands of the server. Sets their times one second apart, the last one now. */
export async function postAll(circle: Circle, author: Member, texts: readonly string[]): Promise<void> {
  const ids: string[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const answers = await circle.engine.push(
      { userId: author.id },
      texts.slice(from, from + AT_ONCE).map((content) => ({
        collection: 'posts',
        assumed: [],
        document: { ...circle.postDocument(author, { content }), write_id: uuid() },
      })),
    );
    const refused = answers.filter(({ code }) => code !== null);
    if (refused.length > 0) throw new Error(`${refused.length} posts were refused, the first with ${refused[0]?.code}`);
    ids.push(...answers.map(({ id }) => id));
  }
  await circle.engine.settled();
  await circle.database.write(
    (tx) => tx`
      update posts p set created_at = accepted_at() - (${ids.length} - written.nth) * interval '1 second'
      from unnest(${ids}::uuid[]) with ordinality as written (id, nth) where p.id = written.id`,
  );
}

export const topOf = (element: Locator): Promise<number> => element.evaluate((one) => one.getBoundingClientRect().top);

/** Scrolls in one step. Scrolling started by a key goes on for a while, and would move away what the test scrolls to next. */
export const toEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

/** Scrolls down as a reader does until the text appears, and centres it. */
export async function scrollTo(page: Page, text: string): Promise<Locator> {
  const found = page.getByText(text);
  await expect
    .poll(async () => {
      await toEnd(page);
      return found.count();
    })
    .toBe(1);
  await found.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  return found;
}

/** Resolves with the element's position once it has not moved for 20 frames. */
export const settled = (element: Locator): Promise<number> =>
  element.evaluate(async (one) => {
    let [still, at] = [0, one.getBoundingClientRect().top];
    while (still < 20) {
      await new Promise(requestAnimationFrame);
      const now = one.getBoundingClientRect().top;
      still = now === at ? still + 1 : 0;
      at = now;
    }
    return at;
  });
