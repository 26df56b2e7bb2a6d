/** A chat with a long history that nobody has opened yet. */
import { test as chatTest } from '../../support/fixtures/chat.ts';

const HISTORY = 90;

/** After this many frames, every layout measurement is done. */
export const SETTLED_FRAMES = 5;

export const test = chatTest
  /** What Ben and Cleo write before Ana and Ben open the chat. */
  .extend('history', async ({ circle, people: { ben, cleo }, group }) => {
    for (let n = 1; n <= HISTORY; n++) await circle.message(n % 3 === 0 ? ben : cleo, group, `Story ${n}. ${'And so on. '.repeat(n % 7)}`);
    return HISTORY;
  });
