/**
 * Another version of the app created the store: a newer version, or one whose schemas differ under the same number. It is left as it is;
 * only that version can open it.
 */
export class OtherStore extends Error {}
