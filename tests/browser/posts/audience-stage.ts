/** Ana, with as many people to choose from as make a search field appear. */
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  /** Ana's friends are Ben and Eve. Cleo and six guests are Ben's friends: nine people are enough for a search field. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const ana = await circle.signUp('Ana Ribeiro');
    const ben = await circle.signUp('Ben Okri');
    const cleo = await circle.signUp('Cleo Marsh');
    const eve = await circle.signUp('Eve Lind');
    for (const who of [ben, eve]) await circle.befriend(ana, who);
    await circle.befriend(ben, cleo);
    for (const name of ['Dora', 'Emil', 'Finn', 'Gita', 'Hugo', 'Iris']) await circle.befriend(ben, await circle.signUp(`${name} Guest`));
    return { ana, ben, cleo, eve };
  });
