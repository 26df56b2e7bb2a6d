type Listening = readonly [target: EventTarget, type: string, listener: (event: never) => void];

/** Listens to all of these events, without holding up scrolling, until the returned function is called. */
export function listen(...listenings: readonly Listening[]): () => void {
  for (const [target, type, listener] of listenings) target.addEventListener(type, listener as EventListener, { passive: true });
  return () => {
    for (const [target, type, listener] of listenings) target.removeEventListener(type, listener as EventListener);
  };
}
