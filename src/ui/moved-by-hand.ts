const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls `letGo` when somebody moves the page themself, who must not be pulled back. Returns a way not to. */
export function onMovedByHand(letGo: () => void): () => void {
  for (const move of moves) window.addEventListener(move, letGo, { passive: true });
  return () => {
    for (const move of moves) window.removeEventListener(move, letGo);
  };
}
