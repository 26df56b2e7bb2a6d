/**
 * Tries the canvas of this browser with known pixels. A browser that hides itself from sites (`privacy.resistFingerprinting` in Firefox, and
 * extensions) lets pages draw, and gives back noise: a photo made of it would be noise too, without any error.
 */
import { decodeJpeg } from './decode.ts';
import { type PictureType, writeWebpOrJpeg } from './encode-picture.ts';
import type { DrawingContext, MakeSurface, Surface } from './surface.ts';

export interface CanvasTrial {
  /** what photos are written as; null if nothing that is read from a canvas can be believed */
  readonly type: PictureType | null;
  readonly byEighths: boolean;
}

const SIDE = 64;
const HALF = SIDE / 2;
const fields = [
  { x: 0, y: 0, colour: [220, 40, 40] },
  { x: HALF, y: 0, colour: [40, 160, 60] },
  { x: 0, y: HALF, colour: [50, 70, 200] },
  { x: HALF, y: HALF, colour: [230, 200, 60] },
] as const;
/** Encoders round, and some browsers change a little of what is read on purpose, which nobody sees in a photo. */
const TOLERANCE = 40;

/** Whether these are the pixels that were drawn, up to what encoders do along the edges. */
function isTrue(context: DrawingContext): boolean {
  return fields.every(({ x, y, colour }) => {
    const { data } = context.getImageData(x + 8, y + 8, HALF - 16, HALF - 16);
    return data.every((value, at) => at % 4 === 3 || Math.abs(value - (colour[at % 4] ?? 0)) <= TOLERANCE);
  });
}

function drawFields({ context }: Surface): void {
  for (const { x, y, colour } of fields) {
    context.fillStyle = `rgb(${colour.join(' ')})`;
    context.fillRect(x, y, HALF, HALF);
  }
}

/** Whether a canvas shows the pixels again that this browser wrote: neither writing nor reading may change them. */
async function readsBack(blob: Blob, surface: MakeSurface): Promise<boolean> {
  const bitmap = await createImageBitmap(blob);
  const again = surface({ width: SIDE, height: SIDE });
  try {
    again.context.drawImage(bitmap, 0, 0);
    return isTrue(again.context);
  } finally {
    again.free();
    bitmap.close();
  }
}

async function decodesByEighths(drawn: Surface): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined') return false;
  const jpeg = await drawn.encode('image/jpeg', 0.9);
  if (jpeg?.type !== 'image/jpeg') return false;
  const frame = await decodeJpeg(await jpeg.arrayBuffer(), { width: HALF, height: HALF });
  frame?.close();
  return frame !== null;
}

/** What the canvas of this browser is good for. Takes some milliseconds. */
export async function tryCanvas(surface: MakeSurface): Promise<CanvasTrial> {
  let drawn: Surface | undefined;
  try {
    drawn = surface({ width: SIDE, height: SIDE });
    drawFields(drawn);
    const known = drawn;
    const written = await writeWebpOrJpeg((type) => known.encode(type, 0.9));
    if (!written || written.size === 0 || !(await readsBack(written, surface))) return { type: null, byEighths: false };
    const byEighths = await decodesByEighths(known).catch(() => false);
    return { type: written.type === 'image/webp' ? 'image/webp' : 'image/jpeg', byEighths };
  } catch {
    return { type: null, byEighths: false };
  } finally {
    drawn?.free();
  }
}
