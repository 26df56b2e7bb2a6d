/** Photos that are drawn here, with as much in them as a phone's: a sky, a ground, things of many sizes, and the grain of a sensor. */
import sharp from 'sharp';
import type { PixelSize } from '../../../schemas/images/image.ts';

type Colour = readonly [number, number, number];

/** Colours of the sky above and below, and of the ground. */
const scenes: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [43, 95, 168],
    [232, 211, 169],
    [49, 80, 44],
  ],
  [
    [57, 50, 94],
    [217, 120, 92],
    [42, 36, 48],
  ],
  [
    [143, 182, 207],
    [243, 239, 226],
    [138, 122, 88],
  ],
];

/** The sketch that is enlarged to the picture. */
const SKETCH = { width: 48, height: 36 };
const HORIZON = 0.62;
const SUN = { radius: 0.09, height: 0.3, colour: [255, 242, 196] } as const;

/** A sky that gets lighter towards the ground, with a sun. */
function sketch(nth: number): Buffer {
  const [above, below, ground] = scenes[nth % scenes.length] ?? [SUN.colour, SUN.colour, SUN.colour];
  const { width, height } = SKETCH;
  const sunX = 0.2 + 0.15 * (nth % 5);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const isSun = Math.hypot((x - sunX) * (width / height), y - SUN.height) < SUN.radius;
    for (const band of [0, 1, 2] as const) {
      const sky = above[band] + ((below[band] - above[band]) * y) / HORIZON;
      pixels[at * 3 + band] = y > HORIZON ? ground[band] : isSun ? SUN.colour[band] : sky;
    }
  }
  return pixels;
}

/** A layer of spots, each about so many pixels wide, whose brightness differs by about this much. */
async function spots({ width, height }: PixelSize, across: number, sigma: number): Promise<Buffer> {
  const size = { width: Math.ceil(width / across), height: Math.ceil(height / across) };
  const noise = sharp({ create: { ...size, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma } } }).greyscale();
  if (across === 1) return noise.png({ compressionLevel: 1 }).toBuffer();
  // A pipeline would enlarge before it blurs, so these are two.
  const soft = await noise.blur(0.8).png({ compressionLevel: 1 }).toBuffer();
  return sharp(soft).resize(width, height, { kernel: 'cubic', fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer();
}

/** A JPG of this size, as phones write them: 12 megapixels take about 4 MB. Photos of different numbers have different colours. */
export async function drawnPhoto(size: PixelSize, nth = 0): Promise<Buffer> {
  const scene = await sharp(sketch(nth), { raw: { ...SKETCH, channels: 3 } })
    .resize(size.width, size.height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const layers: Buffer[] = [];
  for (const [across, sigma] of [
    [64, 60],
    [12, 45],
    [3, 34],
    [1, 16],
  ] as const)
    layers.push(await spots(size, across, sigma));
  return sharp(scene)
    .composite(layers.map((input) => ({ input, blend: 'overlay' as const })))
    .jpeg({ quality: 91 })
    .toBuffer();
}
