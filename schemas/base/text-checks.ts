import * as z from 'zod/mini';
import { HIDDEN_CHARACTERS, hasHiddenCharacters, isBlank, isStorableText, UNUSUAL_CAPITALS } from './text.ts';

/** A separate check, so that such a text is refused with words where it is typed or pasted, instead of failing later. */
export const storableText = z.refine<string>(isStorableText);

/** A text as it is stored: trimmed, and empty if nothing of it is visible. A required text is then refused as if it had been left empty. */
export const visibleText = z.overwrite<string>((text) => (isBlank(text) ? '' : text.trim()));

/** For names and addresses: invisible characters must not distinguish two that look alike, nor reverse the sentence around them. */
export const noHiddenCharacters = z.refine<string>((text) => !hasHiddenCharacters(text), HIDDEN_CHARACTERS);

/** Lowers A to Z. Nothing else, because the lower case of other letters may be one of a to z: the Kelvin sign becomes a k. */
export const lowerAToZ = z.overwrite<string>((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));

/** For addresses, after `lowerAToZ`: two that differ in one letter must not become the same in another program. */
export const noUnusualCapitals = z.refine<string>((text) => text === text.toLowerCase(), UNUSUAL_CAPITALS);
