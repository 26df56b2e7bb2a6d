/** Stores only the chosen square, at most 512 pixels wide and redrawn. So no location, time or camera name is kept. */
import { type Area, outputSide } from './crop-rules.ts';
import { drawn } from './open-image.ts';

const QUALITY = 0.86;

/** Encodes the area as WebP, or as JPG if the browser cannot write WebP. */
export async function encodeArea(image: HTMLCanvasElement, area: Area): Promise<ArrayBuffer> {
  const side = outputSide(area);
  const canvas = drawn(side, side, (context) => context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side));
  const webp = await blobOf(canvas, 'image/webp');
  // A browser that cannot write the requested type writes a PNG, which would be many times larger.
  const blob = webp.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg');
  return blob.arrayBuffer();
}

/** An object URL of the whole picture, valid in this page only. The caller revokes it. */
export async function addressOf(image: HTMLCanvasElement): Promise<string> {
  return URL.createObjectURL(await blobOf(image, 'image/jpeg'));
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))), type, QUALITY);
  });
}
