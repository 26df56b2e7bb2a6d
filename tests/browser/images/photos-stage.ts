/** Ana and Ben, who are friends, for stories of photos of posts and messages. */
import { v7 as uuid } from 'uuid';
import { offlineTest } from '../../support/fixtures/browser.ts';

export const test = offlineTest.extend('people', async ({ circle }) => {
  const [ana, ben] = await Promise.all(['Ana Ribeiro', 'Ben Okri'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
  if (!ana || !ben) throw new Error('nobody signed up');
  await circle.befriend(ana, ben);
  return { ana, ben };
});
