/** Arriving through an invitation in the less common ways: with an account, later, and by a link that is closed. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { card, hasFocus } from '../../support/on-screen.ts';
import { sendSignIn } from '../../support/people.ts';
import { phonePhoto } from '../../support/photos.ts';
import { holdPiece } from '../../support/pieces.ts';
import { address, answer, fillSeat, question, seat, takeSeat, test, tribe } from './arriving-stage.ts';

const DESKTOP = { width: 1280, height: 800 };

test('a member who has an account signs in through the link, sent to any address, and is asked before it becomes theirs', async ({
  page,
  circle,
  mira,
  invite,
  open,
}) => {
  const otto = await circle.signUp('Otto Berg', { email: address() });
  const link = await invite(mira, address());
  await page.goto(link);
  await seat(page).waitFor();
  await page.getByRole('button', { name: 'I have an account' }).click();
  await sendSignIn(page, { email: otto.email, password: otto.password });
  await question(page).waitFor();
  await answer(page, 'Not now').click();
  await page.waitForURL('**/posts');
  expect((await otto.client.get('/api/friends/invitations/received')).body.data.items).toEqual([]);

  // The member, signed in on another device, opens the same link. The desktop shows the same.
  const { page: desktop } = await open(otto, { at: link, viewport: DESKTOP });
  await question(desktop).waitFor();
  await answer(desktop, 'Accept').press('Enter');
  await card(desktop, 'Soup on Sunday?').waitFor();
  await card(page, 'Soup on Sunday?').waitFor();
});

test('an invitation that waits stays above every page, and leaves all of them with the answer', async ({ circle, mira, open }) => {
  const otto = await circle.signUp('Otto Berg', { email: address() });
  await circle.invite(mira, { member: otto.id });
  const { page } = await open(otto);
  // No page shows the empty state for members without friends.
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor();
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).waitFor();
  expect(await tribe(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor();
  expect(await tribe(page).count()).toBe(0);
  expect(await barriers(page, 'groups with an invitation above them')).toEqual([]);

  const { page: desktop } = await open(otto, { viewport: DESKTOP });
  await desktop.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).click();
  await card(desktop, 'Soup on Sunday?').waitFor();
  // The first device follows: the card above its page disappears.
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).waitFor({ state: 'hidden' });
});

test('accepting on the feed shows the posts in place of the invitation, with no empty state in between', async ({ open, circle, mira }) => {
  const pia = await circle.signUp('Pia Lund', { email: address() });
  await circle.invite(mira, { member: pia.id });
  const { page } = await open(pia);
  const shown: string[] = [];
  await page.exposeBinding('kithTribe', (_, text: string) => void shown.push(text));
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Build your tribe'))
        (globalThis as unknown as { kithTribe(text: string): void }).kithTribe('tribe');
    }).observe(document.body, { subtree: true, childList: true }),
  );
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).click();
  await card(page, 'Soup on Sunday?').waitFor();
  expect(shown).toEqual([]);
});

test('the page of a link that is no longer open says so, and still offers sign-up and sign-in', async ({ open, circle, mira, invite }) => {
  const link = await invite(mira, address());
  const token = link.split('=').at(-1);
  await mira.client.post(`/api/friends/invitations/${token}/cancel`);
  const { page } = await open(null, { at: link });
  await page.getByText('This invitation is no longer open.').waitFor();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().waitFor();
  const quin = await circle.signUp('Quin Ray', { email: address() });
  const { page: member } = await open(quin, { at: link });
  await member.getByText('Invitation not found').waitFor();
  await member.getByRole('button', { name: 'Continue' }).click();
  await tribe(member).waitFor();
});

test('a reload after Accept goes on to the page behind it, and says nothing of a link that finds no invitation', async ({
  page,
  mira,
  mailed,
}) => {
  await page.goto(await mailed(mira, address()));
  await fillSeat(page);
  await takeSeat(page).click();
  await question(page).waitFor();
  await answer(page, 'Accept').click();
  await expect
    .poll(() => page.evaluate(() => (history.state as { usr?: { answered?: boolean } } | null)?.usr?.answered ?? 'left'))
    .toBeTruthy();
  await page.reload();
  await card(page, 'Soup on Sunday?').waitFor();
  expect(await page.getByText('This invitation could not be opened').count()).toBe(0);
});

test('the face that was chosen before the account existed is the one that friends see', async ({ page, server, mira, mailed }) => {
  const email = address();
  await page.goto(await mailed(mira, email));
  await fillSeat(page);
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo (optional)' }).click();
  await (await asked).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await page.getByRole('button', { name: 'Use photo' }).click();
  await page.getByRole('button', { name: 'Change photo' }).waitFor();
  expect(await barriers(page, 'the seat with a face')).toEqual([]);
  await takeSeat(page).click();
  await question(page).waitFor();
  await expect
    .poll(async () => {
      const [row] = await server.sql<{ url: string | null }[]>`
        select p.profile_image_url as url from profiles p join users u using (id) where u.email = ${email}`;
      return row?.url ?? null;
    })
    .not.toBeNull();
});

test('“Not you?” leads to the ordinary sign-up, whose address is confirmed by a mail', async ({ page, mira, mailed }) => {
  await page.goto(await mailed(mira, address()));
  await page.getByRole('button', { name: 'Not you?' }).click();
  const other = address();
  await page.getByLabel('Email', { exact: true }).fill(other);
  await fillSeat(page, 'Somebody Else');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.getByText(other).waitFor();
  // The wrong address is corrected where it was typed.
  await page.getByRole('button', { name: 'Wrong address?' }).click();
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(other);
  await page.reload();
  await takeSeat(page).waitFor();
});

test('an address that has an account leads to signing in and Accept', async ({ page, circle, mira, mailed }) => {
  const email = address();
  const link = await mailed(mira, email);
  const noor = await circle.signUp('Noor Aziz', { email });
  await page.goto(link);
  await page.getByText('This address has an account.').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  await sendSignIn(page, noor);
  await question(page).waitFor();
  await answer(page, 'Accept').click();
  await card(page, 'Soup on Sunday?').waitFor();
});

test('what Kith keeps can be read before joining, in a sheet above the form', async ({ page, mira, mailed }) => {
  await page.goto(await mailed(mira, address()));
  await fillSeat(page);
  const opener = page.getByRole('button', { name: 'What Kith keeps about you, and who can read it' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Privacy Policy' });
  await sheet.getByRole('heading', { name: 'What is kept' }).waitFor();
  // A link for members would lead away from the form.
  expect(await sheet.getByRole('link').count()).toBe(0);
  expect(await barriers(page, 'the privacy policy above the sign-up')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(opener);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Noor Aziz');
});

test('on a slow network nothing is blank from the link to the question', async ({ page, mira, mailed }) => {
  const loading = page.getByRole('status').getByText('Loading...');
  const [form, asking] = [await holdPiece(page, 'visitor-later'), await holdPiece(page, 'answer-invitation')];
  const answered = page.waitForResponse('**/api/auth/invitations/preview');
  await page.goto(await mailed(mira, address()));
  await answered;
  await loading.waitFor();
  form();
  await fillSeat(page);
  await takeSeat(page).click();
  await page.getByText('Opening your invitation').waitFor({ state: 'attached' });
  await loading.waitFor();
  asking();
  await answer(page, 'Accept').waitFor();
});
