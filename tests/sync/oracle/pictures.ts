/** The bytes of the photos of histories: as small as their rows say. */
import sharp from 'sharp';
import { type PictureShape, pictureSizes } from './acts-with-photos.ts';

const bytesOf = (shape: PictureShape): Promise<Buffer> =>
  sharp({ create: { ...pictureSizes[shape], channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

export const pictures: Readonly<Record<PictureShape, Buffer>> = { wide: await bytesOf('wide'), high: await bytesOf('high') };
