/** Ana with twelve friends who react, and the picker. */
import type { Locator, Page } from 'playwright-core';
import { test as stageTest } from '../../support/fixtures/post-stage.ts';
import type { Member } from '../../support/fixtures/server.ts';
import type { AppOptions } from '../../support/start-app.ts';

export const names = ['Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Leo', 'Mia'];

export const test = stageTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { MAX_DIRECT_FRIENDS: '20' } }))
  /** More friends for Ana, so that with Ben there are twelve. */
  .extend('friends', { scope: 'file' }, async ({ circle, people }): Promise<readonly Member[]> => {
    const friends: Member[] = [];
    for (const name of names) {
      const friend = await circle.signUp(name);
      await circle.befriend(people.ana, friend);
      friends.push(friend);
    }
    return friends;
  });

export const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a reaction' });
