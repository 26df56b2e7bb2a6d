/** One text in two tabs: the less common forms, and whatever is sent or discarded in one of them. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { commentField, FIRST, other, SECOND, shows, test, testTwoTabs, typeOver } from '../../support/draft-tabs.ts';
import { comments, hasFocus } from '../../support/on-screen.ts';
import { storedDrafts } from '../../support/stored-drafts.ts';

testTwoTabs(['a new post', 'a post that is edited', 'a message', 'a new group', 'a message to the people who run this']);

test('sending in one tab keeps what was typed in the other, and empties a tab that nobody touched', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  const [second, untouched] = [await newTab(), await newTab()];
  for (const page of [first, second, untouched]) {
    await page.goto(at);
    await commentField(page).waitFor();
  }
  await typeOver(commentField(first), 'Soup');
  for (const page of [second, untouched]) await shows(commentField(page), 'Soup');
  await first.getByRole('button', { name: 'Send' }).click();
  await comments(first).filter({ hasText: 'Soup' }).waitFor();
  for (const page of [first, second, untouched]) await shows(commentField(page), '');

  await typeOver(commentField(first), 'Bread');
  await shows(commentField(second), 'Bread');
  await typeOver(commentField(second), 'Bread and salt');
  await shows(commentField(untouched), 'Bread and salt');
  // The first tab does not have the addition.
  await first.getByRole('button', { name: 'Send' }).click();
  await comments(second).filter({ hasText: 'Bread' }).waitFor();
  expect(await commentField(second).inputValue()).toBe('Bread and salt');
  // A member who has just sent may already be writing the next comment, so the other text is not put into their field.
  await other(first).getByText('Bread and salt').waitFor();
  expect(await commentField(first).inputValue()).toBe('');
  await second.close();
  await untouched.reload();
  await shows(commentField(untouched), 'Bread and salt');
  await untouched.getByRole('button', { name: 'Discard' }).click();
  // It is removed from the device, and not only from the field.
  await other(first).waitFor({ state: 'hidden' });
  expect(await commentField(first).inputValue()).toBe('');
  await untouched.reload();
  await commentField(untouched).waitFor();
  expect(await storedDrafts(untouched)).toEqual([]);
});

test('text typed before the device has answered replaces nothing', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  await typeOver(commentField(first), FIRST);
  await expect.poll(() => storedDrafts(first)).toEqual([FIRST]);
  const second = await newTab();
  await second.addInitScript(() => {
    // Types as soon as the field exists, before the local store can answer.
    new MutationObserver((_, watch) => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
      if (!field) return;
      watch.disconnect();
      field.focus();
      document.execCommand('insertText', false, 'Quick');
    }).observe(document, { subtree: true, childList: true });
  });
  await second.goto(at);
  await other(second).getByText(FIRST).waitFor();
  expect(await commentField(second).inputValue()).toBe('Quick');
  await expect.poll(async () => (await storedDrafts(second)).toSorted()).toEqual([FIRST, 'Quick']);
});

test('when somebody types without a pause, the device has all but the last moment, also after a crash', async ({ open, ana }) => {
  const { page, newTab } = await open(ana, { at: '/posts/create' });
  const watching = await newTab();
  await watching.goto('/friends');
  const field = page.getByLabel('What would you like to share?');
  await field.focus();
  const saved = new Set<string>();
  // The page itself makes the keystrokes, so there are no pauses between them.
  const keys = await page.evaluateHandle(() =>
    setInterval(() => void document.execCommand('insertText', false, String((performance.now() % 10) | 0)), 50),
  );
  await expect
    .poll(async () => {
      for (const draft of await storedDrafts(watching)) saved.add(String((JSON.parse(draft) as { content: string }).content));
      return saved.size;
    })
    .toBeGreaterThan(3);
  await keys.dispose();
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  await watching.goto('/posts/create');
  const again = watching.getByLabel('What would you like to share?');
  await watching.getByText('Draft restored').waitFor();
  const kept = await again.inputValue();
  for (const text of saved) expect(kept.startsWith(text)).toBe(true);
});

test('a text that was sent as its page ended is not in the field again', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page } = await open(ana, { at });
  // The page gets as far as storing the comment, not to deleting its draft.
  await page.evaluate(() => {
    const { delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = function (this: IDBObjectStore, key) {
      if (this.name === 'drafts') throw new DOMException('The page ends', 'AbortError');
      return remove.call(this, key);
    };
  });
  await typeOver(commentField(page), 'Soup');
  await expect.poll(() => storedDrafts(page)).toEqual(['Soup']);
  await page.getByRole('button', { name: 'Send' }).click();
  await comments(page).filter({ hasText: 'Soup' }).waitFor();
  await expect.poll(() => storedDrafts(page)).toEqual(['Soup']);
  await page.reload();
  await comments(page).filter({ hasText: 'Soup' }).waitFor();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await shows(commentField(page), '');
  expect(await comments(page).count()).toBe(1);
});

test('the other text can be taken up or discarded by keyboard, wherever it is found', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  const second = await newTab();
  await second.goto(at);
  await typeOver(commentField(first), FIRST);
  await shows(commentField(second), FIRST);
  await typeOver(commentField(second), SECOND);
  await other(first).getByText(SECOND).waitFor();
  expect(await barriers(first, 'another text above a comment')).toEqual([]);

  // The two texts change places.
  await other(first).getByRole('button', { name: 'Use this text' }).press('Enter');
  await shows(commentField(first), SECOND);
  await hasFocus(commentField(first));
  await other(first).getByText(FIRST).waitFor();
  await second.close();
  await other(first).getByRole('button', { name: 'Use this text' }).press('Enter');
  await shows(commentField(first), FIRST);
  await other(first).getByRole('button', { name: 'Discard: the other text' }).press('Enter');
  await first.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter');
  await other(first).waitFor({ state: 'detached' });
  await expect.poll(() => storedDrafts(first)).toEqual([FIRST]);
  expect(await commentField(first).inputValue()).toBe(FIRST);

  const third = await newTab();
  await third.goto(`${at}?outbox`);
  const sheet = third.getByRole('dialog', { name: 'Outbox' });
  await sheet.getByText(FIRST).waitFor();
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(1);
});
