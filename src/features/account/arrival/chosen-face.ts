/**
 * The photo that a person chose before their account existed. It stays in this page until their store is open, and is dropped with the page.
 * Only the member whose account was made with it receives it.
 */
let kept: { readonly userId: string; readonly bytes: ArrayBuffer } | undefined;

export function keepFace(userId: string, bytes: ArrayBuffer): void {
  kept = { userId, bytes };
}

/** Hands the photo over, once. */
export function takeFace(userId: string): ArrayBuffer | undefined {
  const taken = kept?.userId === userId ? kept.bytes : undefined;
  kept = undefined;
  return taken;
}
