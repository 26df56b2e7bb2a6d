/** Stores only the chosen square, at most 512 pixels wide and redrawn. So no location, time or camera name is kept. */
import { QUALITY, writeWebpOrJpeg } from '../../../workers/device/photos/encode-picture.ts';
import type { Area } from '../../../workers/device/photos/geometry.ts';
import { type PageSurface, pageSurface } from '../../data/photos/page-surface.ts';
import { outputSide } from './crop-rules.ts';

/** Encodes the area as WebP, or as JPG if the browser cannot write WebP. */
export async function encodeArea(image: PageSurface, area: Area): Promise<ArrayBuffer> {
  const side = outputSide(area);
  const square = pageSurface({ width: side, height: side });
  square.context.drawImage(image.source, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await writeWebpOrJpeg((type) => written(square, type));
  return blob.arrayBuffer();
}

/** An object URL of the whole picture, valid in this page only. The caller revokes it. */
export async function addressOf(image: PageSurface): Promise<string> {
  return URL.createObjectURL(await written(image, 'image/jpeg'));
}

async function written(image: PageSurface, type: string): Promise<Blob> {
  const blob = await image.encode(type, QUALITY);
  if (!blob) throw new Error('The picture could not be written');
  return blob;
}
