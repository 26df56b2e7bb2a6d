/** Photos of posts and messages as another client sends them: the row first, then the bytes. */
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { v7 as uuid } from 'uuid';
import type { PixelSize } from '../../schemas/images/image.ts';
import type { Photo } from '../../schemas/images/photo.ts';
import type { Member } from './circle.ts';
import type { Circle } from './fixtures/server.ts';
import { landscape } from './photo-files.ts';

export interface Picture {
  readonly photo: Photo;
  readonly bytes: Buffer;
}

/** About how a picture looks, as its row says it. */
export async function thumbhashOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).resize(100, 100, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** A sky over a plain of these colours, and the photo that announces it. */
export async function pictureOf({ width, height }: PixelSize, colours: readonly [string, string], alt = ''): Promise<Picture> {
  const bytes = await landscape({ width, height }, colours);
  return { photo: { id: uuid(), width, height, thumbhash: await thumbhashOf(bytes), alt }, bytes };
}

/** Sends the bytes of photos that a row of the member names. */
export async function sendPhotos(url: string, circle: Circle, member: Member, pictures: readonly Picture[]): Promise<void> {
  const { accessToken } = await circle.openSession(member);
  for (const { photo, bytes } of pictures) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const sent = await fetch(`${url}/api/images/${photo.id}`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    if (sent.status !== 200) throw new Error(`a photo was answered with ${sent.status}: ${await sent.text()}`);
  }
}
