/** Links opened by their maker, by a friend, without a connection, and by somebody who is already invited. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { upToDate } from '../../support/on-screen.ts';
import { address, ask, notNow, pageElsewhere, question, test } from './link-consent-stage.ts';

test('a page elsewhere leads a member to an invitation by mail: it stays open until they accept', async ({
  open,
  server,
  circle,
  eve,
  otto,
}) => {
  const email = address();
  const sent = await eve.client.post('/api/friends/invite', { email });
  const path = `/auth#invite=${sent.body.data.id}`;
  const receiver = async () => {
    const [row] = await server.sql<{ receiver: string | null }[]>`
      select receiver_user_id as receiver from friend_invitations where id = ${sent.body.data.id}`;
    return row?.receiver;
  };
  const { page } = await open(otto);
  await upToDate(page);
  await page.goto(await pageElsewhere(`${server.url}${path}`));
  const wouldLike = page.getByRole('heading', { level: 1, name: 'Eve Moss would like you at their table' });
  await wouldLike.waitFor();
  expect(await receiver()).toBeNull();
  await notNow(page).click();
  await page.waitForURL('**/posts');
  expect(await receiver()).toBeNull();
  await page.goto(path);
  await wouldLike.waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.waitForURL('**/posts');
  await expect.poll(async () => (await circle.database.read((tx) => tx`select from friends where user_id = ${eve.id}`)).count).toBe(1);
});

test('a link of one’s own, of a friend, and one that is not open', async ({ open, circle, eve, otto, linkOf, asking }) => {
  const [own, theirs, closed] = [await linkOf(otto), await linkOf(eve), await linkOf(eve)];
  await eve.client.delete(`/api/friends/invite-links/${closed.id}`);
  await circle.befriend(eve, otto);
  const { page } = await open(otto, { at: own.path });
  await page.getByRole('heading', { level: 1, name: 'This is your own link' }).waitFor();
  await page.goto(theirs.path);
  await page.getByRole('heading', { level: 1, name: 'You and Eve Moss are friends already' }).waitFor();
  expect(await barriers(page, 'a link of a friend')).toEqual([]);
  await page.goto(closed.path);
  await page.getByText('Invitation not found').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/posts');
  expect(await asking(eve)).toEqual([]);
});

test('whom the maker of a link has invited is asked for an answer', async ({ open, circle, eve, otto, linkOf }) => {
  await circle.invite(eve, { member: otto.id });
  const { page } = await open(otto, { at: (await linkOf(eve)).path });
  await page.getByRole('heading', { level: 1, name: 'Eve Moss would like you at their table' }).waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.waitForURL('**/posts');
});

test('without a connection the page says so, reads the link once there is one, and a press that reaches nobody can be repeated', async ({
  open,
  eve,
  otto,
  linkOf,
  asking,
  faultProxy,
}) => {
  const { path } = await linkOf(eve);
  const { page } = await open(otto, { url: faultProxy.url });
  await upToDate(page);
  await page.route('**/api/friends/invitations/look', (route) => route.abort());
  await page.goto(path);
  await page.getByText('This invitation needs a connection to open.').waitFor();
  faultProxy.cut();
  await page.unroute('**/api/friends/invitations/look');
  await expect.poll(() => page.getByText('This invitation needs a connection to open.').count()).toBe(1);
  faultProxy.heal();
  await question(page).waitFor({ timeout: 30_000 });
  faultProxy.cut();
  await ask(page).click();
  await page.getByText('There is no connection. Nothing was sent; please try again.').waitFor();
  expect(await asking(eve)).toEqual([]);
  faultProxy.heal();
  // The page has no sign of its connection. Pressing twice asks once.
  const press = async () => {
    await ask(page)
      .click({ timeout: 2000 })
      .catch(() => undefined);
    return asking(eve);
  };
  await expect.poll(press).toEqual(['Otto Berg']);
  await page.getByRole('heading', { level: 1, name: 'Eve Moss knows that you are here' }).waitFor();
});
