import * as z from 'zod/mini';

/** Postgres keeps no NUL, and UTF-8 has no form for half a pair of surrogates: what is stored would be another text than was sent. */
const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** As a check of its own, so that such a text is refused where it is typed or pasted, with words and not as a failure. */
export const storableText = z.refine<string>(isStorableText);

/** Whether all texts in a value that came as JSON can be stored, however deep they lie. */
export function isStorable(value: unknown): boolean {
  // No recursion: how deep a body is nested is its sender's choice.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && !isStorableText(one)) return false;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return true;
}
