import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setUp, takeSetUpTimes } from './set-up-time.ts';

test('parallel work counts once in `all`, fully in each part, and is taken once', async () => {
  takeSetUpTimes();
  const begun = performance.now();
  await Promise.all([setUp('members', () => pause(40)), setUp('page', () => setUp('server', () => pause(40)))]);
  const took = performance.now() - begun;
  const { all = 0, members = 0, page = 0, server = 0 } = takeSetUpTimes();
  for (const part of [members, page, server]) expect(part).toBeGreaterThan(35);
  expect(all).toBeLessThanOrEqual(took);
  expect(takeSetUpTimes()).toEqual({});
});

test('work that fails is counted too, and its error is rethrown', async () => {
  const failing = setUp('database', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  expect(takeSetUpTimes()).toHaveProperty('database');
});
