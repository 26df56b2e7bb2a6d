import { prompts } from '../../text/posts.ts';

const DAY_MS = 86_400_000;
let opened = 0;

/** Each day begins with another one, and each new form goes on from there. */
export function nextPrompt(now: number): string {
  const prompt = prompts[(Math.floor(now / DAY_MS) + opened) % prompts.length];
  opened += 1;
  return prompt ?? '';
}
