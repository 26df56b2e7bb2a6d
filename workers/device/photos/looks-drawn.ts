/**
 * Whether a picture was drawn at all. Where memory ends, a browser may leave a canvas black or white without an error. So a result of one
 * colour is compared with the source, decoded again at a few pixels.
 */
import type { OpenRefusal } from './file/look-at-file.ts';
import type { Surface } from './surface.ts';

/** The longest side of that second rendering. */
export const COMPARED_SIDE = 16;
/** Browsers that hide themselves change what is read from a canvas a little. */
const NOISE = 3;
/** A few pixels of the same colour may differ by this much from many. */
const DIFFERENCE = 16;

interface Span {
  readonly least: number;
  readonly most: number;
}

/** The darkest and the lightest value of red, green and blue. */
function spansOf({ data }: Pick<ImageData, 'data'>): readonly Span[] {
  return [0, 1, 2].map((channel) => {
    let [least, most] = [255, 0];
    for (let at = channel; at < data.length; at += 4) {
      const value = data[at] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { least, most };
  });
}

const isPlain = (spans: readonly Span[]): boolean => spans.every(({ least, most }) => most - least <= NOISE);

/** Judges the pixels of a result, or of a small picture of it. Renders the source only if they have one colour. */
export async function looksDrawn(pixels: Pick<ImageData, 'data'>, renderSource: () => Promise<Surface | OpenRefusal>): Promise<boolean> {
  const result = spansOf(pixels);
  if (!isPlain(result)) return true;
  const small = await renderSource();
  if (typeof small === 'string') return false;
  try {
    const source = spansOf(small.context.getImageData(0, 0, small.width, small.height));
    return isPlain(source) && source.every(({ least }, channel) => Math.abs(least - (result[channel]?.least ?? 0)) <= DIFFERENCE);
  } finally {
    small.free();
  }
}
