/** Reacting to posts and comments: the quick emoji, who reacted, and what happens to a reaction that the server refuses. */
import { expect } from 'vitest';
import { quickEmoji } from '../../../schemas/reactions/quick-emoji.ts';
import { reactTo } from '../../support/emoji.ts';
import { commentRow, openOnAll } from '../../support/fixtures/post-stage.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { picker, test } from './reactions-stage.ts';

test('there are fifteen quick emoji, given and taken back by keyboard; a double click on a chip toggles once, and at zero the chip disappears', async ({
  phone,
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Crisps?' });
  await circle.react(ana, 'comment', await circle.comment(ben, post, 'Crisps'), '🔥');
  await openOnAll([phone, desktop], post);
  await reactTo(desktop).click();
  await expect.poll(() => picker(desktop).getByRole('toolbar').getByRole('button').allTextContents()).toEqual([...quickEmoji]);
  await desktop.keyboard.press('Escape');
  // The second emoji, the same again, and the third.
  for (const [steps, total] of [
    [1, '1 reaction, yours included'],
    [1, undefined],
    [2, '1 reaction, yours included'],
  ] as const) {
    await reactTo(desktop).focus();
    await desktop.keyboard.press('Enter');
    await desktop.getByRole('button', { name: 'Thumbs up' }).waitFor();
    for (let step = 0; step < steps; step++) await desktop.keyboard.press('ArrowRight');
    await desktop.keyboard.press('Enter');
    if (total) await desktop.getByRole('button', { name: total }).waitFor();
    else await desktop.getByRole('button', { name: /^\d+ reaction/ }).waitFor({ state: 'hidden' });
    await hasFocus(reactTo(desktop));
  }
  // Waits for the last emoji. The earlier one comes and goes, and could disappear under the pointer.
  await phone.getByRole('button', { name: '1 reaction' }).getByText(String(quickEmoji[2])).click();
  await phone.getByRole('dialog').getByText(ben.name).waitFor();
  await phone.keyboard.press('Escape');
  await hasFocus(phone.getByRole('button', { name: '1 reaction' }));

  const chip = commentRow(desktop, 'Crisps').getByRole('button', { name: /^Fire/ });
  await chip.dblclick();
  await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 2' }).waitFor();
  await chip.click();
  await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 1' }).click();
  await chip.waitFor({ state: 'detached' });
});
