/** Runs before every test file: stores the set-up times where the reporter finds them. */
import { afterAll, afterEach } from 'vitest';
import { type SetUpTimes, takeSetUpTimes } from './set-up-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    setUp?: SetUpTimes;
  }
}

afterEach(({ task }) => {
  task.meta.setUp = takeSetUpTimes();
});
// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures a hook wants
afterAll(({}, file) => {
  file.meta.setUp = takeSetUpTimes();
});
