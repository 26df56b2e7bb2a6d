/** What the server refuses comes back to its author with its text, to be rewritten or discarded. */
import { commentField, openPost, test } from '../../support/fixtures/post-stage.ts';
import { cutSync, healSync } from '../../support/on-screen.ts';

test('a comment on a deleted post comes back with its text', async ({ desktop, circle, people: { ana } }) => {
  const post = await circle.post(ana, { content: 'Short-lived' });
  await openPost(desktop, post);
  await cutSync(desktop);
  await desktop.reload();
  await commentField(desktop).fill('Nobody will read this');
  await desktop.keyboard.press('Enter');
  await desktop.getByText('Saved, not sent yet').waitFor();
  await circle.done(ana, 'posts', { id: post, _deleted: true });
  await healSync(desktop);
  const note = desktop.getByRole('alert').filter({ hasText: 'Your comment was not accepted' });
  await note.getByText('Nobody will read this').waitFor();
  await note.getByText('This post has been deleted or is no longer available.').waitFor();
  await note.getByRole('button', { name: 'Discard' }).click();
  await note.waitFor({ state: 'hidden' });
});
