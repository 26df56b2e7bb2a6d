/**
 * Groups and their chats as members use them: what each sees of the others, that nothing moves under who reads, and that nothing typed
 * is lost.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { DRAFT_KEPT_MS } from '../support/on-screen.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const cleo = person('Cleo Vik');
const HISTORY = 90;
let server: TestServer;
let anas: Profile;
let bens: Profile;
let phone: Page;
let desktop: Page;
let cleos: Awaited<ReturnType<typeof clientOf>>;
let bensClient: Awaited<ReturnType<typeof clientOf>>;
let anasClient: Awaited<ReturnType<typeof clientOf>>;
let cleoId: string;
/** Ana's group with Ben and Cleo. */
let groupId: string;
/** Cleo's question, which others reply to. */
let bread: string;

type Client = Awaited<ReturnType<typeof clientOf>>;
async function groupOf(owner: Client, name: string, members: readonly Client[], ids: readonly string[]): Promise<string> {
  const made = await owner.post('/api/groups', { name, description: 'Who cooks, who brings, who is late.', invited_user_ids: ids });
  for (const member of members) {
    const { body } = await member.get('/api/groups/invitations');
    const invitation = body.data.items.find((item: { group_name: string }) => item.group_name === name);
    await member.post(`/api/groups/invitations/${invitation.id}/accept`);
  }
  return made.body.data.id;
}
const say = async (client: Client, content: string, more: object = {}, group = groupId): Promise<string> =>
  (await client.post(`/api/groups/${group}/messages`, { content, ...more })).body.data.id;

beforeAll(async () => {
  server = await startServer();
  const ids: string[] = [];
  for (const who of [ana, ben, cleo]) ids.push((await register(server, who)).id);
  await befriend(server, ana, ben);
  await befriend(server, ana, cleo);
  const [anasOwn, bensOwn, cleosClient] = await Promise.all([ana, ben, cleo].map((who) => clientOf(server, who)));
  if (!anasOwn || !bensOwn || !cleosClient) throw new Error('three people have three sessions');
  cleos = cleosClient;
  bensClient = bensOwn;
  anasClient = anasOwn;
  cleoId = ids[2] ?? '';
  groupId = await groupOf(anasClient, 'Sunday table', [bensClient, cleosClient], ids.slice(1));
  for (let n = 1; n <= HISTORY; n++) await say(n % 3 === 0 ? bensClient : cleosClient, `Story ${n}. ${'And so on. '.repeat(n % 7)}`);
  [anas, bens] = await Promise.all([openProfile({ url: server.url }), openProfile({ url: server.url, viewport: DESKTOP })]);
  phone = anas.page;
  desktop = bens.page;
  await signIn(phone, ana);
  await signIn(desktop, ben);
});
afterAll(async () => {
  await anas?.close();
  await bens?.close();
  await server?.stop();
});

const field = (page: Page) => page.getByLabel('Message', { exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Messages' });
const row = (page: Page, text: string): Locator => list(page).getByRole('listitem').filter({ hasText: text });
async function openChat(page: Page, search = ''): Promise<void> {
  await page.goto(`/groups/${groupId}${search}`);
  await list(page).getByRole('listitem').first().waitFor();
}
async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await row(page, text).waitFor();
}
async function choose(page: Page, text: string, action: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}
const hasFocus = (element: Locator) => expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const scroller = (page: Page) => page.locator('[data-chat]');
const toBottom = (page: Page) =>
  expect
    .poll(() =>
      scroller(page).evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        return -element.scrollTop;
      }),
    )
    .toBeLessThan(2);
/** What was on the screen for a moment only was not read: it may open above it. */
async function openAtEnd(page: Page): Promise<void> {
  await openChat(page);
  await toBottom(page);
}
const fromBottom = (page: Page) => scroller(page).evaluate((element) => -element.scrollTop);
const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
/** Some frames later, when all that measures has measured. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  });
/** Scrolls to the very top, and tells how far a message strays from where it stands then, in any frame from then on. */
async function scrollToTop(anchor: Locator) {
  const handle = await anchor.evaluateHandle((element) => {
    const chat = element.closest('[data-chat]');
    chat?.scrollTo(0, -chat.scrollHeight);
    const id = element.querySelector('[id^=message-]')?.id ?? '';
    const place = () => document.getElementById(id)?.getBoundingClientRect().top;
    const from = place() ?? 0;
    const seen = { most: 0 };
    const look = () => {
      const at = place();
      if (at !== undefined) seen.most = Math.max(seen.most, Math.abs(at - from));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return { most: () => handle.evaluate((seen) => seen.most) };
}
const cut = (page: Page) => page.context().route('**/api/sync/**', (route) => route.abort());
async function heal(page: Page): Promise<void> {
  await page.context().unroute('**/api/sync/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

describe('the list', () => {
  test('shows role, members and what is new, and leads into the chat', async () => {
    await phone.goto('/groups');
    const card = phone.getByRole('list', { name: 'My Groups' }).getByRole('listitem').filter({ hasText: 'Sunday table' });
    await card.getByText('Owner').waitFor();
    await card.getByText('3 members').waitFor();
    await card.getByText(`${HISTORY} new messages`).waitFor();
    await card.getByRole('link', { name: 'Sunday table' }).click();
    await phone.waitForURL(`**/groups/${groupId}`);
    await phone.getByRole('heading', { name: 'Sunday table', level: 1 }).waitFor();
  });
});

describe('a chat', () => {
  test('opens at the first unread message, and has read what was seen', async () => {
    await openChat(phone);
    await row(phone, 'Story 1.').waitFor();
    await phone.getByText('New messages', { exact: true }).waitFor();
    await phone.getByRole('button', { name: 'To the newest message' }).click();
    await row(phone, `Story ${HISTORY}.`).waitFor();
    await expect.poll(() => fromBottom(phone)).toBeLessThan(2);
    await phone.getByRole('button', { name: 'Back' }).click();
    await phone.getByText('3 members', { exact: true }).waitFor();
    expect(await phone.getByText('new messages').count()).toBe(0);
    // On another visit there is nothing unread left: it opens at the end.
    await openChat(phone);
    await row(phone, `Story ${HISTORY}.`).waitFor();
    await expect.poll(() => fromBottom(phone)).toBeLessThan(2);
  });

  test('brings older messages twenty at a time, and what is read does not move by more than a pixel', async () => {
    await openChat(desktop);
    await toBottom(desktop);
    await desktop.getByRole('button', { name: 'Back' }).click();
    await desktop.getByText('3 members', { exact: true }).waitFor();
    await openChat(desktop);
    await row(desktop, `Story ${HISTORY}.`).waitFor();
    expect(await row(desktop, `Story ${HISTORY - 20}.`).count()).toBe(0);
    for (let oldest = HISTORY - 19; oldest > 1; oldest = Math.max(1, oldest - 20)) {
      const anchor = row(desktop, `Story ${oldest}.`);
      await anchor.waitFor();
      const moved = await scrollToTop(anchor);
      await row(desktop, `Story ${oldest - 1}.`).waitFor({ state: 'attached' });
      await settled(desktop);
      expect(await moved.most()).toBeLessThanOrEqual(1);
    }
    await row(desktop, 'Story 1.').waitFor();
    await desktop.getByText('This is where it begins').waitFor();
  });

  test('stays where it is when others write, says how many, and follows when it is at the end', async () => {
    await openAtEnd(phone);
    await say(cleos, 'Right at the end');
    await row(phone, 'Right at the end').waitFor();
    await expect.poll(() => fromBottom(phone)).toBeLessThan(2);
    await scroller(phone).evaluate((element) => element.scrollBy(0, -300));
    const anchor = row(phone, `Story ${HISTORY}.`);
    await phone.getByRole('button', { name: 'To the newest message' }).waitFor();
    const before = await topOf(anchor);
    await say(cleos, 'While you read');
    await say(cleos, 'And another');
    const pill = phone.getByRole('button', { name: '2 new messages' });
    await pill.waitFor();
    // Between a message and the next frame nobody sees where anything stands.
    await settled(phone);
    expect(Math.abs((await topOf(anchor)) - before)).toBeLessThanOrEqual(1);
    await pill.click();
    await expect.poll(() => fromBottom(phone)).toBeLessThan(2);
    await pill.waitFor({ state: 'hidden' });
  });

  test('Enter sends on the desktop and begins a line on the phone; blank is not sent', async () => {
    await openAtEnd(desktop);
    await openAtEnd(phone);
    await field(desktop).fill('Bread');
    await desktop.keyboard.press('Shift+Enter');
    await desktop.keyboard.type('and salt');
    await desktop.keyboard.press('Enter');
    await row(phone, 'Bread\nand salt').waitFor();
    expect(await field(desktop).inputValue()).toBe('');
    await expect.poll(() => fromBottom(desktop)).toBeLessThan(2);
    await field(phone).fill('Good');
    await phone.keyboard.press('Enter');
    expect(await field(phone).inputValue()).toBe('Good\n');
    await field(phone).fill('  \n ');
    expect(await phone.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await field(phone).fill('');
  });

  test('says what is left beyond four fifths, and holds no more than fits', async () => {
    await openAtEnd(phone);
    await field(phone).fill('x'.repeat(4000));
    expect(await phone.getByText('characters remaining').count()).toBe(0);
    await field(phone).press('End');
    await phone.keyboard.type('x');
    await phone.getByText('999 characters remaining').waitFor();
    await field(phone).fill('y'.repeat(4999));
    await field(phone).press('End');
    await phone.keyboard.type('zz');
    expect((await field(phone).inputValue()).length).toBe(5000);
    await phone.getByRole('button', { name: 'Send' }).click();
    await row(phone, 'yyyyz').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('replies quote the message as it stands, and lead to it', async () => {
    bread = await say(cleos, 'Who brings the bread?');
    await openAtEnd(phone);
    await openAtEnd(desktop);
    await choose(desktop, 'Who brings the bread?', 'Reply');
    await desktop.getByText(`Replying to ${cleo.name}`).waitFor();
    await hasFocus(field(desktop));
    await desktop.keyboard.type('I do');
    await desktop.keyboard.press('Enter');
    const reply = row(phone, 'I do');
    await reply.getByText('Who brings the bread?').waitFor();
    await choose(phone, 'I do', 'Reply');
    await phone.getByText(`Replying to ${ben.name}`).waitFor();
    await hasFocus(field(phone));
    await phone.keyboard.press('Escape');
    await phone.getByText(/^Replying to/).waitFor({ state: 'hidden' });
    // Far from it, the quote leads back.
    for (let n = 1; n <= 15; n++) await say(cleos, `Filler ${n} ${'and more '.repeat(12)}`);
    await row(phone, 'Filler 15').waitFor();
    await toBottom(phone);
    await say(cleos, 'Rye?', { reply_to_id: bread });
    await row(phone, 'Rye?')
      .getByRole('button', { name: /Who brings the bread/ })
      .click();
    await phone.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
    await expect.poll(() => focused(phone)).toContain('Who brings the bread?');
  });

  test('takes reactions, given from the sheet and taken back on the chip', async () => {
    await openAtEnd(desktop);
    await openAtEnd(phone);
    await send(phone, 'Party on Sunday');
    await row(desktop, 'Party on Sunday')
      .getByRole('button', { name: /^Actions for/ })
      .press('Enter');
    await desktop.getByRole('dialog').getByRole('button', { name: 'Heart' }).click();
    await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).click();
    const chip = row(desktop, 'Party on Sunday').getByRole('button', { name: 'Heart, 2' });
    await chip.click();
    await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).waitFor();
  });

  test('one edits and deletes what one wrote, nobody else does', async () => {
    await send(phone, 'Eleven o clock');
    await row(desktop, 'Eleven o clock')
      .getByRole('button', { name: /^Actions for/ })
      .press('Enter');
    const sheet = desktop.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Copy text' }).waitFor();
    for (const action of ['Edit', 'Delete']) expect(await sheet.getByRole('button', { name: action, exact: true }).count()).toBe(0);
    await desktop.keyboard.press('Escape');

    await field(phone).fill('Half a thought');
    await choose(phone, 'Eleven o clock', 'Edit');
    await phone.getByText('Editing your message').waitFor();
    await phone.getByLabel('Edit message').fill('Twelve o clock');
    await phone.getByRole('button', { name: 'Save' }).click();
    await row(desktop, 'Twelve o clock').getByText('(edited)').waitFor();
    // The message that was being written is still there.
    expect(await field(phone).inputValue()).toBe('Half a thought');
    await field(phone).fill('');
    await choose(phone, 'Twelve o clock', 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row(desktop, 'This message was deleted').waitFor();
    expect(await row(desktop, 'This message was deleted').getByRole('button').count()).toBe(0);
  });

  test('keeps what was typed, with what it replies to, over a reload', async () => {
    await send(phone, 'Soup or stew?');
    await openAtEnd(desktop);
    await choose(desktop, 'Soup or stew?', 'Reply');
    await field(desktop).fill('Ste');
    await desktop.waitForTimeout(DRAFT_KEPT_MS);
    await desktop.reload();
    await desktop.getByText('Draft restored').waitFor();
    expect(await field(desktop).inputValue()).toBe('Ste');
    await desktop.getByText(`Replying to ${ana.name}`).waitFor();
    await desktop.getByRole('button', { name: 'Discard' }).click();
    expect(await field(desktop).inputValue()).toBe('');
    await desktop.getByText(/^Replying to/).waitFor({ state: 'hidden' });
  });

  test('holds what is written offline, marked, and sends it once', async () => {
    await openAtEnd(desktop);
    await openAtEnd(phone);
    await cut(phone);
    await phone.context().setOffline(true);
    await send(phone, 'From the tunnel');
    await row(phone, 'From the tunnel').getByText('Saved, not sent yet').waitFor();
    expect(await row(desktop, 'From the tunnel').count()).toBe(0);
    await phone.context().setOffline(false);
    await heal(phone);
    await row(desktop, 'From the tunnel').waitFor();
    await row(phone, 'From the tunnel').getByText('Saved, not sent yet').waitFor({ state: 'hidden' });
    expect(await row(phone, 'From the tunnel').count()).toBe(1);
  });

  test('shows what the server did not take, and sends it again', async () => {
    await openAtEnd(desktop);
    await openAtEnd(phone);
    await send(phone, 'The first version');
    await row(desktop, 'The first version').waitFor();
    const id = await row(phone, 'The first version').locator('[id^=message-]').getAttribute('id');
    await cut(phone);
    await choose(phone, 'The first version', 'Edit');
    await phone.getByLabel('Edit message').fill('From the phone');
    await phone.getByRole('button', { name: 'Save' }).click();
    await row(phone, 'From the phone')
      .getByText(/Sending|not sent yet/)
      .waitFor();
    await anasClient.put(`/api/messages/${id?.replace('message-', '')}`, { content: 'From the kitchen' });
    await heal(phone);
    await row(phone, 'From the kitchen').waitFor();
    const failed = row(phone, 'From the phone');
    await failed.getByText('Not sent').waitFor();
    await failed.getByRole('button', { name: 'Retry' }).click();
    await row(desktop, 'From the phone').waitFor();
    await phone.getByText('Not sent').waitFor({ state: 'hidden' });
  });

  test('hides what somebody wrote whom one has blocked, in its place', async () => {
    await say(cleos, 'Cleo says hello');
    await openAtEnd(desktop);
    await row(desktop, 'Cleo says hello').waitFor();
    expect((await bensClient.put(`/api/profiles/${cleoId}/block`)).status).toBe(200);
    await row(desktop, 'Message from someone you blocked').last().waitFor();
    await row(desktop, 'Cleo says hello').waitFor({ state: 'hidden' });
    expect(await list(desktop).getByText(cleo.name).count()).toBe(0);
    expect((await bensClient.delete(`/api/profiles/${cleoId}/block`)).status).toBe(200);
    await row(desktop, 'Cleo says hello').waitFor();
  });

  test('opens at a message that a link names', async () => {
    await openChat(desktop, `?message=${bread}`);
    await desktop.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
    await expect.poll(() => focused(desktop)).toContain('Who brings the bread?');
  });

  test('has no barriers', async () => {
    await openChat(phone);
    expect.soft(await barriers(phone, 'chat')).toEqual([]);
    await choose(phone, 'Soup or stew?', 'Reply');
    expect.soft(await barriers(phone, 'chat, replying')).toEqual([]);
    await phone.keyboard.press('Escape');
    await row(phone, 'Soup or stew?')
      .getByRole('button', { name: /^Actions for/ })
      .press('Enter');
    await phone.getByRole('dialog').waitFor();
    expect.soft(await barriers(phone, 'chat, message sheet')).toEqual([]);
    await phone.keyboard.press('Escape');
  });
});

describe('a group', () => {
  test('is founded with a name and friends, who are asked and come', async () => {
    await phone.goto('/groups');
    await phone.getByRole('link', { name: 'Create', exact: true }).click();
    await phone.getByRole('heading', { name: 'Create Group', level: 1 }).waitFor();
    await phone.getByRole('button', { name: 'Create Group' }).click();
    await phone.getByText('Group name is required').waitFor();
    await phone.getByLabel('Group Name *').fill('  House by the lake ');
    await phone.getByLabel('Description').fill('Dates, keys and the boiler.');
    await phone.getByRole('checkbox', { name: ben.name }).check();
    await phone.getByText('1 person will be invited').waitFor();
    await phone.getByRole('checkbox', { name: cleo.name }).check();
    await phone.getByText('2 people will be invited').waitFor();
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    await phone.reload();
    await phone.getByText('Draft restored').waitFor();
    await phone.getByText('2 people will be invited').waitFor();
    expect.soft(await barriers(phone, 'group form')).toEqual([]);
    await phone.getByRole('checkbox', { name: cleo.name }).uncheck();
    await phone.getByRole('button', { name: 'Create Group' }).click();
    await phone.getByText('Group created successfully!').waitFor();
    await phone.getByRole('heading', { name: 'House by the lake', level: 1 }).waitFor();
    await phone.getByText('Nothing said yet').waitFor();
    expect.soft(await barriers(phone, 'empty chat')).toEqual([]);

    const asked = async (): Promise<string | undefined> => {
      const { body } = await bensClient.get('/api/groups/invitations');
      return body.data.items.find((item: { group_name: string }) => item.group_name === 'House by the lake')?.id;
    };
    await expect.poll(asked).toBeTruthy();
    await desktop.goto(`/groups?invitation=${await asked()}`);
    const card = desktop.getByRole('list', { name: 'Group Invitations' }).getByRole('listitem').filter({ hasText: 'House by the lake' });
    await card.getByText(`From ${ana.name}`).waitFor();
    await hasFocus(card);
    expect.soft(await barriers(desktop, 'groups, with an invitation')).toEqual([]);
    await card.getByRole('button', { name: /^Accept/ }).click();
    await desktop.getByText('Invitation accepted successfully!').waitFor();
    await desktop.getByRole('link', { name: 'House by the lake' }).click();
    await field(desktop).fill('I bring the keys');
    await desktop.keyboard.press('Enter');
    await row(phone, 'I bring the keys').waitFor();
    await phone.getByText('2 members').waitFor();
  });

  test('is changed by its owner, and only read by the others', async () => {
    await phone.getByRole('link', { name: 'Group settings' }).click();
    await phone.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
    const save = phone.getByRole('button', { name: 'Save Changes' });
    expect(await save.isDisabled()).toBe(true);
    await phone.getByLabel('Group Name *').fill('House at the lake');
    await save.click();
    await phone.getByText('Group updated successfully!').waitFor();
    await phone.getByRole('heading', { name: 'House at the lake', level: 1 }).waitFor();
    await desktop.getByRole('heading', { name: 'House at the lake', level: 1 }).waitFor();
    await desktop.getByRole('link', { name: 'Group settings' }).click();
    await desktop.getByRole('heading', { name: 'Group Details', level: 1 }).waitFor();
    await desktop.getByText('Only group owner can make changes.').waitFor();
    expect(await desktop.getByLabel('Group Name *').getAttribute('readonly')).not.toBeNull();
    expect(await desktop.getByRole('button', { name: 'Delete group' }).count()).toBe(0);
    for (const name of ['Save Changes', 'Invite', `Manage ${ana.name}`])
      expect(await desktop.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0);
  });

  test('gets members, roles and invitations from its owner', async () => {
    await phone.getByRole('link', { name: 'Group settings' }).click();
    await phone.getByRole('checkbox', { name: cleo.name }).check();
    await phone.getByText('1 person will be invited').waitFor();
    // Who is in it cannot be chosen.
    expect(await phone.getByRole('checkbox', { name: ben.name }).count()).toBe(0);
    await phone.getByRole('button', { name: 'Invite', exact: true }).click();
    await phone.getByText('Invitation sent successfully!').waitFor();
    expect(await phone.getByRole('checkbox', { name: cleo.name }).count()).toBe(0);
    const pending = phone.getByRole('list', { name: 'Pending invitations' });
    await pending.getByText(cleo.name).waitFor();
    expect.soft(await barriers(phone, 'group settings')).toEqual([]);
    await pending.getByRole('button', { name: /^Cancel/ }).click();
    await phone.getByRole('checkbox', { name: cleo.name }).waitFor({ state: 'attached' });

    const chip = desktop.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: ben.name });
    await manage(phone, ben.name, 'Make admin');
    await chip.getByText('Admin').waitFor();
    await desktop.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
    await manage(phone, ben.name, 'Make member');
    await chip.getByText('Member', { exact: true }).waitFor();
  });

  test('goes from the screen of a member who is removed, also while it is open', async () => {
    await desktop.getByRole('button', { name: 'Back' }).click();
    await field(desktop).waitFor();
    await manage(phone, ben.name, 'Remove from group');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await desktop.getByText('Group not found').waitFor();
    expect.soft(await barriers(desktop, 'group that is gone')).toEqual([]);
    await desktop.getByRole('button', { name: 'Go back' }).click();
    await desktop.getByRole('link', { name: 'Sunday table' }).waitFor();
    expect(await desktop.getByRole('link', { name: 'House at the lake' }).count()).toBe(0);
  });

  test('is left by a member, and deleted by its owner', async () => {
    await desktop.goto(`/groups/${groupId}/settings`);
    await desktop.getByRole('button', { name: 'Leave Group' }).click();
    await desktop.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
    await desktop.getByText('Left group successfully!').waitFor();
    await desktop.waitForURL('**/groups');
    await desktop.getByText('No groups yet').waitFor();
    expect.soft(await barriers(desktop, 'no groups')).toEqual([]);
    await phone.getByRole('button', { name: 'Delete group' }).click();
    await phone.getByText(/^Are you sure you want to delete/).waitFor();
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await phone.getByText('Group deleted successfully!').waitFor();
    await phone.waitForURL('**/groups');
    await phone.getByRole('link', { name: 'Sunday table' }).waitFor();
    expect(await phone.getByRole('link', { name: 'House at the lake' }).count()).toBe(0);
  });

  test('an unknown one is not found, and an unknown path below leads to the posts', async () => {
    await phone.goto('/groups/00000000-0000-7000-8000-000000000000');
    await phone.getByText('Group not found').waitFor();
    await phone.goto(`/groups/${groupId}/elsewhere`);
    await phone.waitForURL('**/posts');
  });
});

async function manage(page: Page, member: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${member}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
