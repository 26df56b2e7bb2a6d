/** What a page and the worker that makes photos small say to each other. */
import type { ShrinkWishes, ShrunkPhoto, Unshrunk } from './shrink-photo.ts';

export interface ShrinkQuestion {
  readonly nth: number;
  readonly bytes: ArrayBuffer;
  readonly wishes: ShrinkWishes;
}

export type ShrinkAnswer =
  | { readonly nth: number; readonly outcome: ShrunkPhoto | Unshrunk }
  /** no reason in the file: the browser gave up */
  | { readonly nth: number; readonly error: string };
