/** Photos to upload, and checks of what the server made of them. */
import sharp from 'sharp';

const rectangle = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

/**
 * As a phone writes a photo: lying on its side, with location and camera. Upright it is 400 by 600, red at the top and blue at the bottom.
 */
export async function phonePhoto(): Promise<Buffer> {
  // A clockwise quarter turn moves the left side to the top.
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: await rectangle(300, 400, '#ff0000'), left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Pinhole' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export const plainPhoto = (colour: string): Promise<Buffer> => rectangle(640, 640, colour);

/** As large as an ordinary phone makes them: 9 megapixels in more than 5 MB, which is more than the server accepts. */
export const largePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 3600, height: 2500, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 50 } } })
    .jpeg({ quality: 92 })
    .toBuffer();

/** Claims to have more pixels than the page opens. */
export async function hugePhoto(): Promise<Buffer> {
  const bytes = await rectangle(10, 10, 'red');
  bytes.writeUInt32BE(24_001, 16);
  bytes.writeUInt32BE(5000, 20);
  return bytes;
}

/** The colour of a picture at its top, left, bottom and right edge, and its size and metadata. */
export async function look(bytes: Uint8Array) {
  const image = sharp(bytes);
  const { width, height, exif, format } = await image.metadata();
  const { data } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 3;
    const [red = 0, green = 0, blue = 0] = data.subarray(from, from + 3);
    return red > 180 && blue < 90 ? 'red' : blue > 180 && red < 90 ? 'blue' : green > 90 && red < 90 ? 'green' : 'another';
  };
  return { width, height, format, exif, top: at(0.5, 0.03), left: at(0.03, 0.5), bottom: at(0.5, 0.97), right: at(0.97, 0.5) };
}
