/** How a store's tables name their indexes, and how IndexedDB counts its versions: what plain IndexedDB code must know of Dexie. */

/** The name of an index over these fields. */
export const indexName = (fields: readonly string[]): string => (fields.length === 1 ? `${fields[0]}` : `[${fields.join('+')}]`);

/** The version of the layout. Dexie multiplies it by ten, and adds one for each repair of its own. */
export const layoutVersion = (nativeVersion: number): number => Math.floor(nativeVersion / 10);
