/** Photos of posts and messages as another client sends them: the row first, then the bytes. */

import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { v7 as uuid } from 'uuid';
import type { Photo } from '../../schemas/images/photo.ts';
import type { Member } from './circle.ts';
import type { Circle } from './fixtures/server.ts';

export interface Picture {
  readonly photo: Photo;
  readonly bytes: Buffer;
}

/** A sky over a plain of these colours, and the photo that announces it. */
export async function pictureOf(
  size: { readonly width: number; readonly height: number },
  [sky, plain]: readonly [string, string],
  alt = '',
): Promise<Picture> {
  const { width, height } = size;
  const ground = { input: { create: { width, height: Math.ceil(height / 3), channels: 3 as const, background: plain } }, gravity: 'south' };
  const picture = sharp({ create: { width, height, channels: 3, background: sky } }).composite([ground]);
  const bytes = await picture.jpeg().toBuffer();
  const { data, info } = await sharp(bytes).resize(100, 100, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { photo: { id: uuid(), width, height, thumbhash, alt }, bytes };
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
