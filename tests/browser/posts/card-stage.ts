/** Three friends, whose posts show on cards. */
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  /** Ana, Ben and Cleo are all friends with each other. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Marsh')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, cleo);
    await circle.befriend(ben, cleo);
    return { ana, ben, cleo };
  });
