/** A chain of friends, and where their pages, profiles and connections are on the screen. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import type { Circle, Member } from '../../support/fixtures/server.ts';

const LONG_NAME = 'Theodora-Maximiliane Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg';

/** Signs up a member with a unique address, so that each test can have its own Ana. */
const signUp = (circle: Circle, name: string) => circle.signUp(name, { email: `${uuid()}@kith.test` });
export const receivedBy = async ({ client }: Member): Promise<unknown[]> =>
  (await client.get('/api/friends/invitations/received')).body.data.items;

export const test = browserTest
  /**
   * Ana - Ben - Dora - Fay - Gus: in this chain only neighbours are friends. Ana and Ben also share Carl as a friend, and Ben also has
   * Emil.
   */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await signUp(circle, 'Ana Ribeiro'), await signUp(circle, 'Ben Okri'), await signUp(circle, 'Carl Vik')];
    const [dora, emil] = [await signUp(circle, LONG_NAME), await signUp(circle, '🌻🎻🧑‍🍳')];
    const [fay, gus] = [await signUp(circle, 'Fay Lund'), await signUp(circle, 'غسان الحدّاد')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    await circle.befriend(ben, carl);
    await circle.befriend(ben, dora);
    await circle.befriend(ben, emil);
    await circle.befriend(dora, fay);
    await circle.befriend(fay, gus);
    await ben.client.put('/api/profiles/me', {
      bio: 'Slow reader,\nfast cyclist.',
      location: 'Porto',
      interests: ['soup', 'x'.repeat(60)],
    });
    return { ana, ben, carl, dora, emil, fay, gus };
  })
  /** Dora's post, which Ana sees through Ben. Fay and Gus, whom Ana does not know, comment on it too. */
  .extend('post', async ({ circle, people: { ben, dora, fay, gus } }) => {
    const post = await circle.post(dora, { content: 'Lost: one green glove', audience: 'friends_of_friends' });
    for (const member of [ben, fay, gus]) await circle.comment(member, post, `A word from ${member.name}`);
    return post;
  });

export const friendRow = (page: Page, who: Member): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: who.name });
/** what opens the details of a friend on a phone */
export const about = (page: Page, who: Member): Locator => page.getByRole('button', { name: `About ${firstName(who)}`, exact: true });
export const posts = (page: Page, who: Member): Locator => page.getByRole('region', { name: `${firstName(who)}’s posts` });
const firstName = ({ name }: Member): string => name.split(' ')[0] ?? name;
export const friendName = (page: Page, who: Member): Locator => page.getByRole('heading', { level: 2, name: who.name, exact: true });
export const addFriend = (row: Locator): Locator => row.getByRole('button', { name: /^Add Friend/ });
export const profile = (page: Page) => page.getByRole('dialog', { name: 'Profile' });
export const path = (page: Page) => page.getByRole('dialog', { name: /^How you know/ });
export const steps = (page: Page) => path(page).getByRole('listitem');
export const openProfileOf = (page: Page, who: Member) =>
  page.getByRole('main').getByRole('button', { name: who.name, exact: true }).first().click();
export async function openPathTo(page: Page, who: Member): Promise<void> {
  await openProfileOf(page, who);
  await profile(page).getByRole('button', { name: 'View connection' }).click();
}
export async function closePath(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await path(page).waitFor({ state: 'hidden' });
}
