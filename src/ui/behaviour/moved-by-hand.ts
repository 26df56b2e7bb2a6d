import { listen } from '../../../schemas/base/listen.ts';

const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls `letGo` when the member moves the page, which must not pull them back. Returns a function that ends that. */
export function onMovedByHand(letGo: () => void): () => void {
  return listen(...moves.map((move) => [window, move, letGo] as const));
}
