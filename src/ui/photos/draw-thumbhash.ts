import { thumbHashToRGBA } from 'thumbhash';

/**
 * Draws the picture of a ThumbHash in base64 on a canvas, which gets its size, at most 32 pixels a side. (evanw.github.io/thumbhash; its
 * `data:` addresses are refused by the policy of the page.) Draws nothing if it is none.
 */
export function drawThumbhash(canvas: HTMLCanvasElement, hash: string): void {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  } catch {
    // Written by another client, and too short: the frame stays as it is.
  }
}
