import { shrinkPhoto } from '../device/photos/shrink-photo.ts';
import type { ShrinkAnswer, ShrinkQuestion } from '../device/photos/shrink-worker.ts';

/** The worker that makes photos small: one after the other, because each takes a good deal of memory. */
let lane: Promise<unknown> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ShrinkQuestion>) => {
  lane = lane.then(async () => {
    const answer = await shrinkPhoto(data.bytes, data.wishes).then(
      (outcome): ShrinkAnswer => ({ nth: data.nth, outcome }),
      (error: unknown): ShrinkAnswer => ({ nth: data.nth, error: String(error) }),
    );
    const bytes = 'outcome' in answer && typeof answer.outcome === 'object' ? [answer.outcome.large, answer.outcome.small] : [];
    postMessage(answer, { transfer: bytes });
  });
});
