/** Faces of people outside of the member's network. No row names their images, so these are fetched for as long as they are shown. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { storedImages } from '../../support/own-photo.ts';
import { address, answer, fillSeat, takeSeat, test } from '../account/arriving-stage.ts';

/** From the next load on, timers of the page of a second or more never come: what it shows has not waited for them. */
const withoutLongTimers = (page: Page) =>
  page.addInitScript(() => {
    const setTimer = globalThis.setTimeout;
    const setShort = (then: () => void, ms = 0) => (ms < 1_000 ? setTimer(then, ms) : 0);
    Object.assign(globalThis, { setTimeout: setShort });
  });

const withoutWorkers = (page: Page) => page.addInitScript(() => Object.defineProperty(globalThis, 'Worker', { value: undefined }));

const face = (page: Page) => page.getByRole('main').locator('img[src^="blob:"]').first();

test('the face of who invites is there with the question, without a wait', async ({ page, mira, mailed }) => {
  await withoutLongTimers(page);
  await page.goto(await mailed(mira, address()));
  await fillSeat(page);
  await takeSeat(page).click();
  // The page before this question has the same title, and a picture that came with the server's answer.
  await answer(page, 'Accept').waitFor();
  await face(page).waitFor();
});

for (const worker of [true, false]) {
  test(`${worker ? 'the worker' : 'the page itself, where no worker can start,'} fetches the face of a stranger at once and keeps no copy`, async ({
    open,
    circle,
    mira,
  }) => {
    const noor = await circle.signUp('Noor Aziz', { email: address() });
    await circle.invite(mira, { member: noor.id });
    const { page, newTab, context } = await open(noor, { at: 'about:blank' });
    const requests: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/images/')) requests.push(request.url());
    });
    const other = await newTab();
    for (const one of [page, other]) {
      await withoutLongTimers(one);
      if (!worker) await withoutWorkers(one);
    }
    await page.goto('/friends');
    await face(page).waitFor();
    expect(requests).toHaveLength(1);
    await other.goto('/friends');
    await face(other).waitFor();
    expect(page.workers().length > 0).toBe(worker);
    expect(requests).toHaveLength(2);
    expect(await storedImages(page, noor.id)).toEqual([]);
  });
}
