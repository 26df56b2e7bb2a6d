import * as z from 'zod/mini';

/** Postgres keeps no NUL in a text. As a check of its own it is refused where it is typed or pasted, with words and not as a failure. */
export const withoutNul = z.refine<string>((text) => !text.includes('\0'));
