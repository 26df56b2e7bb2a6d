/** A sign-out that does not reach the server. */
import { expect, onTestFinished } from 'vitest';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { startHotel } from '../../support/hotel.ts';
import { upToDate } from '../../support/on-screen.ts';

test('a sign-out that something in between answered is sent again until the server receives it', async ({ open, circle, server, app }) => {
  const hotel = await startHotel(app.port);
  onTestFinished(() => hotel.close());
  const member = await circle.signUp('Cara Lind');
  const { page } = await open(member, { url: hotel.url });
  await upToDate(page);
  const sessions = async () => (await server.sessions.list(member.id)).length;
  const before = await sessions();
  for (const [round, status] of [401, 200].entries()) {
    hotel.answer(/sign-out/, status);
    if (round === 0) {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth');
    } else await page.reload();
    await expect.poll(() => hotel.answered.length).toBeGreaterThan(round);
    expect(await sessions()).toBe(before);
  }
  hotel.open();
  await page.reload();
  await expect.poll(sessions).toBe(before - 1);
});
