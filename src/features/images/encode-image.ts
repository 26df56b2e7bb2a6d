/** What is kept of a picture: the chosen square, at most 512 pixels wide, drawn anew. So no place, time or name of a camera goes with it. */
import { type Area, outputSide } from './crop-rules.ts';
import { drawn } from './open-image.ts';

const QUALITY = 0.86;

/** These pixels as a WebP; as a JPG where the browser writes no WebP. */
export async function encodeArea(image: HTMLCanvasElement, area: Area): Promise<ArrayBuffer> {
  const side = outputSide(area);
  const canvas = drawn(side, side, (context) => context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side));
  const webp = await blobOf(canvas, 'image/webp');
  // A browser that cannot write a type writes a PNG, which would be many times as large.
  const blob = webp.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg');
  return blob.arrayBuffer();
}

/** An address for the whole picture, for this page alone. Whoever asks for it revokes it. */
export async function addressOf(image: HTMLCanvasElement): Promise<string> {
  return URL.createObjectURL(await blobOf(image, 'image/jpeg'));
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))), type, QUALITY);
  });
}
