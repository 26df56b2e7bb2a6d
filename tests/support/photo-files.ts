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

/** What an iPhone writes, of 64 by 64 pixels, up to where its picture begins. */
export const heicFile = Buffer.from(
  '\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x38meta\0\0\0\0\0\0\0\x2ciprp\0\0\0\x24ipco\0\0\0\x14ispe\0\0\0\0\0\0\0\x40\0\0\0\x40\0\0\0\x08free',
  'latin1',
);
