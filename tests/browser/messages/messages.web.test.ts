/** What members do with a sent message: reply, react, edit, delete, block its author, and reach it by a link. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { settled } from '../../support/feed.ts';
import { choose, field, focused, list, openActions, openChat, row, scroller, send, test, toBottom } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { finger } from '../../support/touch.ts';

test('replies quote a message and lead to it, as does a link that names it', async ({
  phone,
  desktop,
  people: { ben, cleo },
  group,
  cleoSays,
}) => {
  const bread = await cleoSays('Who brings the bread?');
  await choose(desktop, 'Who brings the bread?', 'Reply');
  await desktop.getByText(`Replying to ${cleo.name}`).waitFor();
  await hasFocus(field(desktop));
  await desktop.keyboard.type('I do');
  await desktop.keyboard.press('Enter');
  await row(phone, 'I do').getByText('Who brings the bread?').waitFor();
  await choose(phone, 'I do', 'Reply');
  await phone.getByText(`Replying to ${ben.name}`).waitFor();
  await hasFocus(field(phone));
  await phone.keyboard.press('Escape');
  await phone.getByText(/^Replying to/).waitFor({ state: 'hidden' });

  // From far away, the quote leads back to the message.
  for (let n = 1; n <= 25; n++) await cleoSays(`Filler ${n} ${'and more '.repeat(12)}`);
  await row(phone, 'Filler 25').waitFor();
  await toBottom(phone);
  await cleoSays('Rye?', bread);
  await row(phone, 'Rye?')
    .getByRole('button', { name: /Who brings the bread/ })
    .click();
  await phone.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
  await expect.poll(() => focused(phone)).toContain('Who brings the bread?');

  await openChat(desktop, group, `?message=${bread}`);
  await desktop.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
  await expect.poll(() => focused(desktop)).toContain('Who brings the bread?');
});

test('messages take reactions; only authors edit and delete them; messages of a blocked member are hidden; the chat has no barriers', async ({
  phone,
  desktop,
  people: { ben, cleo },
  cleoSays,
}) => {
  // Added from the sheet, and taken back on the chip.
  await send(phone, 'Party on Sunday');
  await (await openActions(desktop, 'Party on Sunday')).getByRole('button', { name: 'Heart' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).click();
  await row(desktop, 'Party on Sunday').getByRole('button', { name: 'Heart, 2' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).waitFor();

  await send(phone, 'Eleven o clock');
  const sheet = await openActions(desktop, 'Eleven o clock');
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
  await expect.poll(() => field(phone).inputValue()).toBe('Half a thought');
  await field(phone).fill('');
  await choose(phone, 'Twelve o clock', 'Delete');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row(desktop, 'This message was deleted').waitFor();
  expect(await row(desktop, 'This message was deleted').getByRole('button').count()).toBe(0);

  await cleoSays('Cleo says hello');
  await row(desktop, 'Cleo says hello').waitFor();
  expect((await ben.client.put(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Message from someone you blocked').waitFor();
  await row(desktop, 'Cleo says hello').waitFor({ state: 'hidden' });
  expect(await list(desktop).getByText(cleo.name).count()).toBe(0);
  expect((await ben.client.delete(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Cleo says hello').waitFor();

  expect.soft(await barriers(phone, 'chat')).toEqual([]);
  await choose(phone, 'Cleo says hello', 'Reply');
  await phone.getByText(/^Replying to/).waitFor();
  expect.soft(await barriers(phone, 'chat, replying')).toEqual([]);
  await phone.keyboard.press('Escape');
  await (await openActions(phone, 'Cleo says hello')).waitFor();
  expect.soft(await barriers(phone, 'chat, message sheet')).toEqual([]);
});

test('by touch, two taps give a heart, a long press opens the actions, and a swipe replies; a hint says so until it is known', async ({
  open,
  people: { ana, cleo },
  group,
  cleoSays,
}) => {
  for (let n = 1; n <= 25; n++) await cleoSays(`Filler ${n} ${'and more '.repeat(12)}`);
  await cleoSays('Who brings the bread?');
  const { page } = await open(ana, { at: `/groups/${group}`, hasTouch: true });
  await toBottom(page);
  const bread = row(page, 'Who brings the bread?');
  const bubble = bread.locator('[id^=message-]');
  await bubble.waitFor();
  const hint = page.getByRole('note').filter({ hasText: 'Hold a message' });
  await hint.waitFor();
  expect.soft(await barriers(page, 'chat with its hint')).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await toBottom(page);
  const touch = await finger(page);

  const heart = bread.getByRole('button', { name: /^Heart, 1/ });
  await touch.tapTwice(bubble);
  await heart.waitFor();
  await touch.tapTwice(bubble);
  await heart.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);

  // A swipe that is too short, goes the other way, or goes up or down does nothing.
  const replying = page.getByText(`Replying to ${cleo.name}`);
  const shift = () => bubble.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41);
  await touch.down(bubble);
  await touch.move(40, 0);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('begun');
  await expect.poll(shift).toBe(40);
  await touch.up();
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBeNull();
  await expect.poll(shift).toBe(0);
  await touch.down(bubble);
  await touch.move(-90, 0);
  await touch.up();
  const before = await scroller(page).evaluate((element) => element.scrollTop);
  await touch.down(bubble);
  await touch.move(4, 160);
  await touch.up();
  await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBeLessThan(before - 50);
  expect(await replying.count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Waits until the list that was flung upwards has come to rest.
  await settled(bubble);
  await toBottom(page);
  await settled(bubble);
  await touch.down(bubble);
  await touch.move(90, 6);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('far');
  await touch.up();
  await replying.waitFor();
  await hasFocus(field(page));
  await page.keyboard.press('Escape');
  await replying.waitFor({ state: 'hidden' });
  // With reduced motion only the arrow shows. In right-to-left text a swipe goes to the left.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await toBottom(page);
  await touch.down(bubble);
  await touch.move(-90, 0);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('far');
  expect(await shift()).toBe(0);
  await touch.up();
  await replying.waitFor();
  await page.keyboard.press('Escape');
  await replying.waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
  await toBottom(page);

  await touch.down(bubble);
  const actions = page.getByRole('dialog', { name: `Message of ${cleo.name}` });
  await actions.getByRole('button', { name: 'Reply' }).waitFor();
  await touch.up();
  await hint.waitFor({ state: 'detached' });
  await actions.getByRole('button', { name: 'Reply' }).click();
  await replying.waitFor();
  await page.reload();
  await bubble.waitFor();
  await field(page).waitFor();
  expect(await hint.count()).toBe(0);
  // A single tap opens the actions as well, and so do keys.
  await touch.down(bubble);
  await touch.up();
  await actions.waitFor();
  await page.keyboard.press('Escape');
  await actions.waitFor({ state: 'detached' });
  await openActions(page, 'Who brings the bread?');
  await actions.waitFor();
});

test('the button of the hint closes it for good; with a mouse there is none', async ({ open, people: { ana, ben }, group, cleoSays }) => {
  await cleoSays('Rye?');
  const { page } = await open(ana, { at: `/groups/${group}`, hasTouch: true });
  const hint = page.getByRole('note').filter({ hasText: 'Hold a message' });
  await hint.getByRole('button', { name: 'Close hint' }).click();
  await hint.waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'Rye?').waitFor();
  expect(await hint.count()).toBe(0);
  const { page: desktop } = await open(ben, { at: `/groups/${group}` });
  await row(desktop, 'Rye?').waitFor();
  expect(await desktop.getByRole('note').count()).toBe(0);
  // The author's name has the colour of their picture.
  const name = row(desktop, 'Rye?').getByText('Cleo Vik', { exact: true });
  expect(await name.evaluate((element) => element.style.color)).toMatch(/^var\(--on-tint-[1-8]\)$/);
});
