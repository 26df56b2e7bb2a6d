/**
 * Writing and changing a post: who it is for is one choice, which is never made wider by itself, and nothing typed or chosen is
 * lost, whichever way the form is left.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { card, DRAFT_KEPT_MS, upToDate } from '../support/on-screen.ts';
import { befriend, clientOf, type Person, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const cleo = person('Cleo Marsh');
const eve = person('Eve Lind');
/** Ben's table is full, so that one searches among all whom Ana reaches. */
const guests = ['Dora', 'Emil', 'Finn', 'Gita', 'Hugo', 'Iris'].map((name) => person(`${name} Guest`));
const ids = new Map<Person, string>();
const idOf = (who: Person): string => ids.get(who) ?? '';
let server: TestServer;
let anas: Profile;
let bens: Profile;
let cleos: Profile;
let phone: Page;
let desktop: Page;
let elsewhere: Page;

beforeAll(async () => {
  server = await startServer();
  for (const who of [ana, ben, cleo, eve, ...guests]) ids.set(who, (await register(server, who)).id);
  for (const who of [ben, eve]) await befriend(server, ana, who);
  for (const who of [cleo, ...guests]) await befriend(server, ben, who);
  [anas, bens, cleos] = await Promise.all([
    openProfile({ url: server.url }),
    openProfile({ url: server.url, viewport: DESKTOP }),
    openProfile({ url: server.url, viewport: DESKTOP }),
  ]);
  [phone, desktop, elsewhere] = [anas.page, bens.page, cleos.page];
  await Promise.all([signIn(phone, ana), signIn(desktop, ben), signIn(elsewhere, cleo)]);
  await Promise.all([phone, desktop, elsewhere].map((page) => upToDate(page)));
});
afterAll(async () => {
  await Promise.all([anas, bens, cleos].map((profile) => profile?.close()));
  await server?.stop();
});

const field = (page: Page) => page.getByLabel('What would you like to share?');
const audience = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const someone = (page: Page, who: Person) => page.getByRole('checkbox', { name: new RegExp(`^${who.name}`) });
const submit = (page: Page) => page.getByRole('button', { name: /^(Create|Update) Post/ });
const question = (page: Page) => page.getByRole('alertdialog');
const nobodyChosen = (page: Page) => page.getByText('Please select at least one friend to share this post with');

async function compose(page: Page, text: string): Promise<void> {
  await page.goto('/posts/create');
  await field(page).fill(text);
}
/** Specific people, one press each. */
async function choose(page: Page, ...people: readonly Person[]): Promise<void> {
  await audience(page, 'Specific people').check();
  for (const who of people) await someone(page, who).check();
}
async function publish(page: Page): Promise<void> {
  await submit(page).click();
  await page.getByText('Post created successfully!').first().waitFor();
  await page.waitForURL('**/posts');
}
/** Opens the form of a post that stands in the feed, and answers with the post's id. */
async function edit(page: Page, text: string): Promise<string> {
  await page.goto('/posts');
  await card(page, text)
    .getByRole('link', { name: /comment/ })
    .click();
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page).waitFor();
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}
const cut = (page: Page) => page.context().route('**/api/sync/**', (route) => route.abort());
async function heal(page: Page): Promise<void> {
  await page.context().unroute('**/api/sync/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
/** Nothing is read from or written to the drafts of this browser until what this answers with is called. */
async function holdDrafts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('plugin-local-documents-'))?.name ?? '';
    const opening = indexedDB.open(name);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const docs = opening.result.transaction('docs', 'readwrite').objectStore('docs');
    let held = true;
    addEventListener('release', () => {
      held = false;
    });
    // A transaction lasts as long as something is asked of it.
    await new Promise<void>((begun) => {
      const ask = () => {
        begun();
        if (held) docs.count().onsuccess = ask;
        else opening.result.close();
      };
      docs.count().onsuccess = ask;
    });
  });
  return () => page.evaluate(() => void dispatchEvent(new Event('release')));
}
/** A note that everybody can read: once it is there, all that was written before it is there too. */
async function marker(text: string): Promise<void> {
  const client = await clientOf(server, ben);
  await client.post('/api/posts', { content: text, visibility_type: 'friends' });
}

describe('who a post is for', () => {
  test('begins with friends, and blank or too long is not sent', async () => {
    await phone.goto('/posts/create');
    expect(await audience(phone, 'Friends').first().isChecked()).toBe(true);
    await phone.getByText('Your 2 direct friends').waitFor();
    await phone.getByText('7 people, one step further').waitFor();
    await field(phone).fill('  \n ');
    await phone.getByText('0 / 5000').waitFor();
    expect(await submit(phone).isDisabled()).toBe(true);
    await phone.keyboard.press('Control+Enter');
    await field(phone).fill('x'.repeat(5001));
    await phone.getByText('5001 / 5000').waitFor();
    expect(await submit(phone).isDisabled()).toBe(true);
    expect(await barriers(phone, 'a post that is too long')).toEqual([]);
    await field(phone).fill(`  ${'x'.repeat(4999)}y \n`);
    await phone.getByText('5000 / 5000').waitFor();
    expect(await submit(phone).isEnabled()).toBe(true);
    await field(phone).fill('');
    expect(new URL(phone.url()).pathname).toBe('/posts/create');
  });

  test('each of five audiences is named on the button, and sent', async () => {
    for (const name of ['Friends of friends', 'Only me', 'Public', 'Friends']) {
      await compose(phone, `For ${name}`);
      await audience(phone, name).first().check();
      await phone.getByRole('button', { name: `Create Post · ${name}`, exact: true }).waitFor();
      await publish(phone);
    }
    for (const name of ['Friends of friends', 'Public', 'Friends']) await card(desktop, `For ${name}`).first().waitFor();
    for (const name of ['Friends of friends', 'Public']) await card(elsewhere, `For ${name}`).first().waitFor();
    expect(await card(desktop, 'For Only me').count()).toBe(0);
    expect(await card(elsewhere, 'For Only me').count()).toBe(0);
    expect(await elsewhere.getByText('For Friends', { exact: true }).count()).toBe(0);
  });

  test('specific people: at least one, from friends and theirs, and only they read it', async () => {
    await compose(phone, 'The key is under the pot');
    await audience(phone, 'Specific people').check();
    await nobodyChosen(phone).waitFor();
    expect(await submit(phone).isDisabled()).toBe(true);
    expect(await barriers(phone, 'choosing people')).toEqual([]);
    // The people stand below; the other audiences are behind 'Change'.
    expect(await audience(phone, 'Only me').count()).toBe(0);
    await phone.getByRole('group', { name: 'Your friends' }).getByText(ben.name).waitFor();
    await phone.getByRole('group', { name: 'Friends of friends' }).getByText('Through Ben').first().waitFor();
    await someone(phone, cleo).check();
    await nobodyChosen(phone).waitFor({ state: 'hidden' });
    await phone.getByText('1 chosen').waitFor();
    await publish(phone);
    await card(elsewhere, 'The key is under the pot').waitFor();
    await marker('Marker one');
    await card(desktop, 'Marker one').waitFor();
    expect(await card(desktop, 'The key is under the pot').count()).toBe(0);
  });

  test('people are found by name, and another audience lets go of them', async () => {
    await compose(phone, 'Looking for somebody');
    await choose(phone, ben);
    await phone.getByLabel('Search people').fill('gIt');
    await someone(phone, guests[3] as Person).check();
    expect(await phone.getByRole('checkbox').count()).toBe(1);
    await phone.getByLabel('Search people').fill('Zoe');
    await phone.getByText('Nobody of that name').waitFor();
    await phone.getByLabel('Search people').fill('');
    await phone.getByText('2 chosen').waitFor();
    await phone.getByText('Ben Okri, Gita Guest').waitFor();
    await phone.getByRole('button', { name: 'Change who can see this' }).click();
    await audience(phone, 'Only me').check();
    await phone.getByRole('checkbox').first().waitFor({ state: 'hidden' });
    await audience(phone, 'Specific people').check();
    await phone.getByText('0 chosen').waitFor();
    await nobodyChosen(phone).waitFor();
    await phone.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await phone.waitForURL('**/posts');
  });

  test('all of it goes by keyboard', async () => {
    await desktop.goto('/posts/create');
    await expect.poll(() => field(desktop).evaluate((element) => element === document.activeElement)).toBe(true);
    await desktop.keyboard.type('Typed from start to end');
    await desktop.keyboard.press('Tab');
    // The arrows pass specific people by, and nothing folds away under them.
    for (const name of ['Friends of friends', 'Specific people', 'Only me']) {
      await desktop.keyboard.press('ArrowDown');
      await expect.poll(() => audience(desktop, name).isChecked()).toBe(true);
    }
    await desktop.keyboard.press('ArrowUp');
    await desktop.keyboard.press('Tab');
    await desktop.keyboard.press('Tab');
    await expect.poll(() => someone(desktop, ana).evaluate((element) => element === document.activeElement)).toBe(true);
    await desktop.keyboard.press('Space');
    await desktop.keyboard.press('Control+Enter');
    await desktop.waitForURL('**/posts');
    await card(phone, 'Typed from start to end').waitFor();
    expect(await card(elsewhere, 'Typed from start to end').count()).toBe(0);
  });
});

describe('a draft', () => {
  const asLeft = async (page: Page) => {
    await page.getByText('Draft restored').waitFor();
    expect(await field(page).inputValue()).toBe('Half a thought');
    await expect.poll(() => someone(page, cleo).isChecked()).toBe(true);
    expect(await audience(page, 'Specific people').isChecked()).toBe(true);
    expect(await someone(page, ben).isChecked()).toBe(false);
  };

  test('comes back with text, audience and people: after going back, a reload and a crash', async () => {
    await phone.goto('/posts');
    await phone.getByRole('link', { name: 'New post' }).click();
    await field(phone).fill('Half a thought');
    await choose(phone, cleo);
    await phone
      .getByRole('banner')
      .getByRole('button', { name: /^(Back|Cancel)$/ })
      .click();
    await phone.waitForURL('**/posts');
    await phone.getByRole('link', { name: 'New post' }).click();
    await asLeft(phone);
    expect(await barriers(phone, 'a draft with people')).toEqual([]);
    await phone.reload();
    await asLeft(phone);

    const doomed = await anas.newTab();
    await doomed.goto('/posts/create');
    await asLeft(doomed);
    await field(doomed).fill('Half a thought, and then');
    await doomed.waitForTimeout(DRAFT_KEPT_MS);
    const session = await doomed.context().newCDPSession(doomed);
    const crashed = doomed.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await doomed.close();
    await phone.reload();
    await expect.poll(() => field(phone).inputValue()).toBe('Half a thought, and then');
    await expect.poll(() => someone(phone, cleo).isChecked()).toBe(true);
    await phone.getByRole('button', { name: 'Discard' }).click();
    expect(await field(phone).inputValue()).toBe('');
    expect(await audience(phone, 'Friends').first().isChecked()).toBe(true);
  });

  test('that the device is slow to find is not replaced by what is pressed meanwhile', async () => {
    await compose(phone, 'Slowly found');
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    const other = await anas.newTab();
    await other.goto('/friends');
    const release = await holdDrafts(other);
    await phone.reload();
    const pressed = audience(phone, 'Only me').check();
    const busy = phone.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'attached' });
    await Promise.race([pressed, busy]);
    await release();
    await pressed;
    await expect.poll(() => field(phone).inputValue()).toBe('Slowly found');
    await publish(phone);
    await other.close();
  });

  test('that is sent from two tabs is one post', async () => {
    await compose(phone, 'Said in two tabs');
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    const second = await anas.newTab();
    await second.goto('/posts/create');
    await second.getByText('Draft restored').waitFor();
    await publish(phone);
    await publish(second);
    await card(desktop, 'Said in two tabs').waitFor();
    await card(second, 'Said in two tabs').first().waitFor();
    await upToDate(second);
    expect(await card(second, 'Said in two tabs').count()).toBe(1);
    await second.close();
    await phone.goto('/posts/create');
    await field(phone).waitFor();
    expect(await field(phone).inputValue()).toBe('');
  });

  test('names whom it cannot reach any more, and is not sent to them', async () => {
    const lost = person('Lotte Lost');
    ids.set(lost, (await register(server, lost)).id);
    await befriend(server, ana, lost);
    await compose(phone, 'For Ben and Lotte');
    await choose(phone, ben, lost);
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    const client = await clientOf(server, ana);
    expect((await client.delete(`/api/friends/${idOf(lost)}/unfriend`)).status).toBe(200);
    const warning = phone.getByText('Somebody you chose is no longer among your friends or their friends.');
    await warning.first().waitFor();
    const gone = phone.getByRole('group', { name: 'Chosen before' });
    await gone.getByText('Not reachable any more').waitFor();
    expect(await barriers(phone, 'somebody out of reach')).toEqual([]);
    await submit(phone).click();
    await expect.poll(() => warning.count()).toBe(2);
    expect(new URL(phone.url()).pathname).toBe('/posts/create');
    await gone.getByRole('checkbox').uncheck();
    await publish(phone);
    await card(desktop, 'For Ben and Lotte').waitFor();
  });
});

describe('an edit', () => {
  test('keeps the audience; fewer readers are no question, more are one that names them', async () => {
    await edit(phone, 'For Only me');
    expect(await audience(phone, 'Only me').isChecked()).toBe(true);
    expect(await submit(phone).isDisabled()).toBe(true);
    await choose(phone, ben);
    await submit(phone).click();
    await question(phone).getByText('So far: Only me. From now on also: Ben Okri').waitFor();
    expect(await barriers(phone, 'the question whether to show it to more')).toEqual([]);
    await question(phone).getByRole('button', { name: 'Cancel' }).click();
    expect(await card(desktop, 'For Only me').count()).toBe(0);
    await submit(phone).click();
    await question(phone).getByRole('button', { name: 'Share with Specific people' }).click();
    await phone.getByText('Post updated successfully!').waitFor();
    await phone.waitForURL(/\/posts\/[0-9a-f-]+$/);
    await desktop.goto('/posts');
    await card(desktop, 'For Only me').waitFor();

    await edit(phone, 'For Only me');
    await someone(phone, cleo).check();
    await submit(phone).click();
    await question(phone).getByText('From now on also: Cleo Marsh').waitFor();
    await question(phone).getByRole('button', { name: 'Share with Specific people' }).click();
    await phone.waitForURL(/\/posts\/[0-9a-f-]+$/);
    await card(elsewhere, 'For Only me').waitFor();

    // One reader fewer is no question, and the one who lost it loses it.
    await edit(phone, 'For Only me');
    await someone(phone, ben).uncheck();
    await submit(phone).click();
    await phone.waitForURL(/\/posts\/[0-9a-f-]+$/);
    await card(desktop, 'For Only me').waitFor({ state: 'detached' });
  });

  test('from friends to somebody beyond them is wider, to one of them is not', async () => {
    await compose(phone, 'First for friends');
    await publish(phone);
    await edit(phone, 'First for friends');
    await choose(phone, cleo);
    await submit(phone).click();
    await question(phone).getByText('Cleo Marsh').waitFor();
    await question(phone).getByRole('button', { name: 'Cancel' }).click();
    await someone(phone, cleo).uncheck();
    await someone(phone, ben).check();
    await submit(phone).click();
    await phone.waitForURL(/\/posts\/[0-9a-f-]+$/);
    await edit(phone, 'First for friends');
    await phone.getByRole('button', { name: 'Change who can see this' }).click();
    await audience(phone, 'Friends of friends').check();
    await submit(phone).click();
    await question(phone).getByRole('button', { name: 'Share with Friends of friends' }).click();
    await card(elsewhere, 'First for friends').waitFor();
  });

  test('in two tabs: the later one is told what it would replace', async () => {
    await compose(phone, 'Words to change');
    await publish(phone);
    const id = await edit(phone, 'Words to change');
    const second = await anas.newTab();
    await second.goto(`/posts/${id}/edit`);
    await field(second).fill('Words of the second tab');
    await phone.bringToFront();
    await field(phone).fill('Words of the first tab');
    await submit(phone).click();
    await phone.getByText('Words of the first tab').waitFor();
    await second.bringToFront();
    await second.getByText('This post has changed since you began.').waitFor();
    expect(await field(second).inputValue()).toBe('Words of the second tab');
    await submit(second).click();
    await second.waitForURL(`**/posts/${id}`);
    await second.close();
    await phone.getByText('Words of the second tab').waitFor();
    await card(desktop, 'Words of the second tab').waitFor();
  });

  test('of what somebody else wrote is not offered, nor of what is not there', async () => {
    const client = await clientOf(server, ben);
    const made = await client.post('/api/posts', { content: 'Not yours to change', visibility_type: 'friends' });
    await phone.goto('/posts');
    await card(phone, 'Not yours to change').waitFor();
    for (const id of [made.body.data.id, '0190a0b0-0000-7000-8000-000000000001']) {
      await phone.goto(`/posts/${id}/edit`);
      await phone.getByText('Post not found').waitFor();
    }
  });
});

describe('what the server refuses', () => {
  test('a post for somebody who left meanwhile comes back with its text and its people', async () => {
    const lost = person('Maud Moved');
    ids.set(lost, (await register(server, lost)).id);
    await befriend(server, ana, lost);
    await compose(phone, 'For Cleo and Maud');
    await audience(phone, 'Specific people').check();
    await someone(phone, lost).waitFor();
    await cut(phone);
    await phone.reload();
    await choose(phone, cleo, lost);
    await publish(phone);
    await card(phone, 'For Cleo and Maud').getByText('Saved.').waitFor();
    const client = await clientOf(server, ana);
    expect((await client.delete(`/api/friends/${idOf(lost)}/unfriend`)).status).toBe(200);
    await heal(phone);
    await phone.getByText('Your post was not accepted').waitFor();
    await phone.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => field(phone).inputValue()).toBe('For Cleo and Maud');
    await phone.getByText('Somebody you chose is no longer among your friends or their friends.').first().waitFor();
    expect(await someone(phone, cleo).isChecked()).toBe(true);
    await phone.getByRole('group', { name: 'Chosen before' }).getByRole('checkbox').uncheck();
    await publish(phone);
    await card(elsewhere, 'For Cleo and Maud').waitFor();
    expect(await phone.getByText('Your post was not accepted').count()).toBe(0);
  });

  test('an edit that came too late is written anew from its own text', async () => {
    await compose(phone, 'First words');
    await publish(phone);
    await card(desktop, 'First words').waitFor();
    const id = await edit(phone, 'First words');
    await cut(phone);
    await phone.reload();
    await field(phone).fill('Words of the phone');
    await submit(phone).click();
    await phone.getByText('Words of the phone').waitFor();
    const client = await clientOf(server, ana);
    expect((await client.put(`/api/posts/${id}`, { content: 'Words from elsewhere', visibility_type: 'friends' })).status).toBe(200);
    await heal(phone);
    await phone.getByText('Your post was not accepted').waitFor();
    await phone.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => field(phone).inputValue()).toBe('Words of the phone');
    await submit(phone).click();
    await phone.waitForURL(`**/posts/${id}`);
    await desktop.goto('/posts');
    await card(desktop, 'Words of the phone').waitFor();
    expect(await phone.getByText('Your post was not accepted').count()).toBe(0);
  });
});
