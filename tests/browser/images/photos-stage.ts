/** Ana and Ben, who are friends, for stories of photos of posts and messages. */
import { v7 as uuid } from 'uuid';
import type { PixelSize } from '../../../schemas/images/image.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { type Picture, pictureOf, sendPhotos } from '../../support/sent-photos.ts';

export const WIDE = { width: 1600, height: 900 } as const;
export const TALL = { width: 900, height: 1600 } as const;

export const test = offlineTest
  .extend('people', async ({ circle }) => {
    const [ana, ben] = await Promise.all(['Ana Ribeiro', 'Ben Okri'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
    if (!ana || !ben) throw new Error('nobody signed up');
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** Sends the bytes of photos that Ana's rows name. */
  .extend(
    'send',
    ({ circle, server, people: { ana } }) =>
      (pictures: readonly Picture[]) =>
        sendPhotos(server.url, circle, ana, pictures),
  );

/** The size, the colours and the description of a picture. */
export type PictureFacts = readonly [size: PixelSize, colours: readonly [string, string], alt?: string];
export const picturesOf = (facts: readonly PictureFacts[]): Promise<Picture[]> => Promise.all(facts.map((one) => pictureOf(...one)));

/** Stories with these pictures. */
export const withPictures = (...facts: readonly PictureFacts[]) => test.extend('pictures', () => picturesOf(facts));
