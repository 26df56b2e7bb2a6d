/** What a blank post asks, another time something else; its label stays the same. */
export const prompts: readonly string[] = [
  'What was good today?',
  'What are you looking forward to?',
  'Who made you smile?',
  'What is on your table?',
  'What could you use a hand with?',
  'What did you see on your way?',
  'What would you tell a friend first?',
];

const DAY_MS = 86_400_000;
let opened = 0;

/** Each day begins with another one, and each new form goes on from there. */
export function nextPrompt(now: number): string {
  const prompt = prompts[(Math.floor(now / DAY_MS) + opened) % prompts.length];
  opened += 1;
  return prompt ?? '';
}
