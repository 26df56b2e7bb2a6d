import { prompts } from '../../../text/posts.ts';

const DAY_MS = 86_400_000;
let opened = 0;

/** The first prompt changes every day, and each new form shows the next one. */
export function nextPrompt(now: number): string {
  const prompt = prompts[(Math.floor(now / DAY_MS) + opened) % prompts.length];
  opened += 1;
  return prompt ?? '';
}
