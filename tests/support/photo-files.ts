/** Files as a phone's gallery hands them over, for forms that take photos. */
import sharp from 'sharp';
import type { PixelSize } from '../../schemas/images/image.ts';

export interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A sky over a plain of these colours, as a JPG. */
export function landscape({ width, height }: PixelSize, [sky, plain]: readonly [string, string]): Promise<Buffer> {
  const ground = { input: { create: { width, height: Math.ceil(height / 3), channels: 3 as const, background: plain } }, gravity: 'south' };
  return sharp({ create: { width, height, channels: 3, background: sky } })
    .composite([ground])
    .jpeg()
    .toBuffer();
}

/** A JPG of this size, with a sky of this colour. */
export const photoFile = async (name: string, width: number, height: number, sky: string): Promise<PhotoFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await landscape({ width, height }, [sky, 'seagreen']),
});
