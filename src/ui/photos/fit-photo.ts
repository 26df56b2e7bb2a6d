import type { PixelSize } from '../../../schemas/images/image.ts';

/** The size, in pixels of the page, in which a photo is shown whole within `space`: as large as fits, but never enlarged. */
export function fitPhoto({ width, height }: PixelSize, space: PixelSize): PixelSize {
  const scale = Math.min(1, space.width / width, space.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
