/** The upper left corner of a tile, in pixels. */
export interface TilePlace {
  readonly left: number;
  readonly top: number;
}

/** The tile to which an arrow key leads from the one `at` this place; undefined if there is none, or for any other key. */
export function nextTile(key: string, tiles: readonly TilePlace[], at: number, rightToLeft: boolean): number | undefined {
  const from = tiles[at];
  if (!from) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = (key === 'ArrowRight') === rightToLeft ? at - 1 : at + 1;
    return next in tiles ? next : undefined;
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const beyond = tiles.map(({ top }) => top).filter((top) => (key === 'ArrowUp' ? top < from.top : top > from.top));
  if (beyond.length === 0) return undefined;
  const line = key === 'ArrowUp' ? Math.max(...beyond) : Math.min(...beyond);
  const onLine = tiles.flatMap(({ top, left }, place) => (top === line ? [{ place, away: Math.abs(left - from.left) }] : []));
  return onLine.sort((a, b) => a.away - b.away)[0]?.place;
}
