/** Sends hostile files as photos of posts, whole and in parts, and checks what the server makes of each. */
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { imageVariants, type PixelSize } from '../../schemas/images/image.ts';
import { contentRange, PART_MAX_BYTES, PART_MIN_BYTES } from '../../schemas/images/image-parts.ts';
import { FULL_SIDE } from '../../schemas/images/photo-limits.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import type { ApiClient } from './api-client.ts';
import { HOSTILE_TRACES, type HostileImage } from './hostile-images.ts';

export const waysToSend = ['whole', 'in parts'] as const;
export type WayToSend = (typeof waysToSend)[number];

export interface UploadAnswer {
  readonly status: number;
  /** null where the photo is stored */
  readonly code: keyof typeof refusalWording | null;
  readonly message: string;
}

/** Sends a file as the image with this id. The first part is as small as a part may be. Returns the last answer. */
export async function sendFile(url: string, client: ApiClient, id: string, bytes: Buffer, way: WayToSend): Promise<UploadAnswer> {
  let answer: UploadAnswer = { status: 0, code: null, message: '' };
  const put = async (body: Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/images/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.token()}`, ...headers },
      body: new Uint8Array(body),
    });
    const { code = null, message = '' } = (await response.json()) as Partial<UploadAnswer>;
    answer = { status: response.status, code, message };
  };
  if (way === 'whole') await put(bytes);
  for (let start = 0; way === 'in parts' && start < bytes.length && answer.code === null; ) {
    const end = Math.min(bytes.length, start + (start === 0 ? PART_MIN_BYTES : PART_MAX_BYTES));
    await put(bytes.subarray(start, end), { 'content-range': contentRange({ start, end, total: bytes.length }) });
    start = end;
  }
  return answer;
}

/** The size that a row would give a file: the one in its header, made small enough; or that of most of these files. */
async function claimedSize(bytes: Buffer): Promise<PixelSize> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(({ autoOrient }) => autoOrient)
    .catch(() => ({ width: 96, height: 72 }));
  const scale = Math.min(1, FULL_SIDE / Math.max(width, height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}

/** @param reader somebody who may read the posts of the author */
export function hostileUploads({ url, author, reader }: { readonly url: string; readonly author: ApiClient; readonly reader: ApiClient }) {
  /** photos that wait for their bytes, by their size */
  const waiting = new Map<string, string>();

  async function photoOf({ width, height }: PixelSize): Promise<string> {
    const size = `${width}x${height}`;
    const id = waiting.get(size) ?? uuid();
    if (waiting.has(size)) return id;
    const photos = [{ id, width, height, thumbhash: '', alt: '' }];
    const { status } = await author.post('/api/posts', { content: '', visibility_type: 'friends', photos });
    if (status !== 201) throw new Error(`a post was answered with ${status}`);
    waiting.set(size, id);
    return id;
  }

  /** Nothing is left of the file but its picture, and no browser takes it for anything else. */
  async function checkHarmless(name: string, id: string, row: PixelSize): Promise<void> {
    for (const variant of imageVariants) {
      const read = await fetch(`${url}/api/images/${id}?size=${variant}`, { headers: { authorization: `Bearer ${reader.token()}` } });
      const headers = ['content-type', 'x-content-type-options', 'content-disposition'].map((key) => read.headers.get(key));
      expect([name, read.status, ...headers]).toEqual([name, 200, 'image/webp', 'nosniff', 'inline; filename="image.webp"']);
      expect(read.headers.get('content-security-policy'), name).toContain("default-src 'none'");
      const bytes = Buffer.from(await read.arrayBuffer());
      for (const trace of HOSTILE_TRACES) expect([name, trace, bytes.includes(trace)]).toEqual([name, trace, false]);
      // RIFF says how long the file is: nothing follows the picture.
      expect([name, bytes.readUInt32LE(4) + 8]).toEqual([name, bytes.length]);
      const { format, width, height, exif, icc, xmp, pages } = await sharp(bytes).metadata();
      expect([name, format, exif, icc, xmp, pages]).toEqual([name, 'webp', undefined, undefined, undefined, undefined]);
      expect([name, width <= row.width && height <= row.height]).toEqual([name, true]);
    }
  }

  async function checkAbsent(name: string, id: string): Promise<void> {
    for (const variant of imageVariants) {
      const { status } = await author.get(`/api/images/${id}?size=${variant}`);
      expect([name, variant, status]).toEqual([name, variant, 404]);
    }
  }

  return {
    /** Sends one, and returns its refusal; null where it was stored and is harmless. */
    async send({ name, bytes }: HostileImage, way: WayToSend): Promise<UploadAnswer['code']> {
      const row = await claimedSize(bytes);
      const id = await photoOf(row);
      const { status, code, message } = await sendFile(url, author, id, bytes, way);
      if (code === null) {
        expect([name, status]).toEqual([name, 200]);
        waiting.delete(`${row.width}x${row.height}`);
        await checkHarmless(name, id, row);
      } else {
        expect([name, code, message]).toEqual([name, expect.stringMatching(/^IMAGE_/), refusalWording[code]]);
        await checkAbsent(name, id);
      }
      return code;
    },
  };
}
