/** Ana, whose drafts the tests follow, and the people she may choose. */
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  /** Ana's friend is Ben, and Ben's other friend is Cleo. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Marsh')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, cleo);
    return { ana, ben, cleo };
  });
