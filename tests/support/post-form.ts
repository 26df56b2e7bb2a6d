/** The form for writing and editing posts, and what the server has stored of a post afterwards. */
import type { Locator, Page } from 'playwright-core';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import type { Member } from './circle.ts';
import type { Circle } from './fixtures/server.ts';
import { card } from './on-screen.ts';

export const NOT_REACHABLE = 'Somebody you chose is no longer a friend of yours or of a friend.';

export const field = (page: Page): Locator => page.getByLabel('What would you like to share?');
export type AudienceName = 'Friends' | 'Friends and theirs' | 'Public' | 'Choose people' | 'Only me';
/** Shows the audience of the post, and opens the choice. */
export const audienceLine = (page: Page): Locator => page.getByRole('button', { name: /^Who can see this:/ });
export const audienceSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Who can see this', exact: true });
/** The radio button of an audience, for tests about it. `Friends` is also the beginning of another name, which comes after it. */
export const audience = (page: Page, name: AudienceName): Locator => page.getByRole('radio', { name: new RegExp(`^${name}`) }).first();
export const someone = (page: Page, who: Member): Locator => page.getByRole('checkbox', { name: new RegExp(`^${who.name}`) });
export const submit = (page: Page): Locator => page.getByRole('button', { name: /^(Share|Update|Creating|Updating)\b/ });
/** Chosen people who can no longer be reached. */
export const outOfReach = (page: Page): Locator => page.getByRole('group', { name: 'Chosen before' });

/** Goes from the feed to a new post. */
export async function newPost(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^(New post|Create your first post)$/ })
    .first()
    .click();
  await field(page).waitFor();
}

/** Chooses who can see it. Pressing an audience chooses it and closes the sheet. */
export async function chooseAudience(page: Page, name: AudienceName): Promise<void> {
  await audienceLine(page).click();
  await audience(page, name).click();
  await audienceSheet(page).waitFor({ state: 'hidden' });
}
export const audienceIs = async (page: Page, name: AudienceName): Promise<boolean> =>
  (await audienceLine(page).locator('b').textContent()) === name;

/** Chooses specific people, with one press each. */
export async function choosePeople(page: Page, ...people: readonly Member[]): Promise<void> {
  await chooseAudience(page, 'Choose people');
  for (const who of people) await someone(page, who).check();
}

/** Ends on the feed, where the post shows. Uses the keyboard, because a message may cover the button. */
export async function publish(page: Page): Promise<void> {
  const text = (await field(page).inputValue()).trim();
  await submit(page).press('Enter');
  await page.waitForURL('**/posts');
  await card(page, text).first().waitFor();
}

/** Shares a post with friends from the open form; ends on the feed. */
export async function sharePost(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await chooseAudience(page, 'Friends');
  await publish(page);
}

/** From any page: writes a new post for friends, and ends on the feed. */
export async function writePost(page: Page, text: string): Promise<void> {
  await page.goto('/posts');
  await newPost(page);
  await sharePost(page, text);
}

/** The posts with this text, as the server has them. */
export const postsWith = (circle: Circle, text: string): Promise<{ readonly id: string }[]> =>
  circle.database.read((tx) => tx<{ id: string }[]>`select id from posts where content = ${text}`);

/** The post with this text as this member's devices store it; undefined where they do not, or where the server has no such post yet. */
export async function visiblePostWith(circle: Circle, member: Member, text: string): Promise<WireDocument | undefined> {
  const [post] = await postsWith(circle, text);
  return post && (await circle.visibleRow(member, 'posts', post.id));
}

/** The names of those who can read the post with this text. */
export async function readersOf(circle: Circle, people: readonly Member[], text: string): Promise<string[]> {
  const names: string[] = [];
  for (const who of people) if (await visiblePostWith(circle, who, text)) names.push(who.name);
  return names;
}
