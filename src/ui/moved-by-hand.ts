const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls `letGo` when the member moves the page, which must not pull them back. Returns a function that ends that. */
export function onMovedByHand(letGo: () => void): () => void {
  for (const move of moves) window.addEventListener(move, letGo, { passive: true });
  return () => {
    for (const move of moves) window.removeEventListener(move, letGo);
  };
}
