/** Files as a phone's gallery hands them over, for forms that take photos. */
import sharp from 'sharp';

export interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A sky over a meadow, as a JPG of this size. */
export async function photoFile(name: string, width: number, height: number, sky: string): Promise<PhotoFile> {
  const ground = {
    input: { create: { width, height: Math.ceil(height / 3), channels: 3 as const, background: 'seagreen' } },
    gravity: 'south',
  };
  const buffer = await sharp({ create: { width, height, channels: 3, background: sky } })
    .composite([ground])
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
