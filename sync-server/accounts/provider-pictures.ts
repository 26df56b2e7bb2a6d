/**
 * Pictures of members that their provider has. The first sign-in fetches one beside its answer, which never waits for it; what came to nothing then, a
 * member may ask for again. A picture never takes the place of a photo that its member chose, unless they ask for that.
 */
import type { Logger } from 'pino';
import type { Database } from '../db/transaction.ts';
import { createBoundedQueue } from '../http/bounded-queue.ts';
import { describeError } from '../log.ts';
import { fetchPicture, type PictureSource } from './fetch-picture.ts';

export interface PictureState {
  /** whether the provider's picture is now the member's photo */
  readonly processed: boolean;
  readonly profile_image_url: string | null;
}

export interface ProviderPictures {
  /** Fetches the picture without making anybody wait. Never fails. */
  fetchLater(userId: string): void;
  /** Fetches it now: for who has no photo, or in place of `any`. */
  fetchNow(userId: string, inPlaceOf: 'any' | 'none'): Promise<PictureState>;
  /** Resolves when nothing is fetched any more. */
  close(): Promise<void>;
}

export interface ProviderPicturesDeps {
  readonly database: Database;
  readonly log: Logger;
  /** of the provider whose pictures these are */
  readonly issuer: string;
  readonly source: PictureSource;
  /** Makes these bytes a member's photo; false where that cannot be. */
  readonly storeProfileImage: (userId: string, bytes: Buffer, inPlaceOf: 'any' | 'none') => Promise<boolean>;
}

export function createProviderPictures({ database, log, issuer, source, storeProfileImage }: ProviderPicturesDeps): ProviderPictures {
  const queue = createBoundedQueue({ running: 2, waiting: 20 });
  const underWay = new Set<Promise<void>>();
  let closed = false;

  const photoOf = async (userId: string): Promise<string | null> => {
    const [profile] = await database.ask(
      (sql) => sql<{ url: string | null }[]>`select profile_image_url as url from profiles where id = ${userId}`,
    );
    return profile?.url ?? null;
  };

  const pictureOf = async (userId: string): Promise<string | null> => {
    const [identity] = await database.ask(
      (sql) =>
        sql<
          { picture: string | null }[]
        >`select picture from identities where user_id = ${userId} and rtrim(issuer, '/') = rtrim(${issuer}, '/')`,
    );
    return identity?.picture ?? null;
  };

  /** Whether the photo of this member is now another. */
  async function fetchOne(userId: string, inPlaceOf: 'any' | 'none'): Promise<boolean> {
    if (inPlaceOf === 'none' && (await photoOf(userId)) !== null) return false;
    const picture = await pictureOf(userId);
    if (picture === null) return false;
    const bytes = await fetchPicture(picture, source);
    if (typeof bytes !== 'string') return storeProfileImage(userId, bytes, inPlaceOf);
    log.info({ account: userId, refused: bytes }, 'the picture of a member could not be fetched from the identity provider');
    return false;
  }

  return {
    fetchLater(userId) {
      if (closed) return;
      const fetching = queue
        .run(() => fetchOne(userId, 'none'))
        .then(
          () => undefined,
          (error: unknown) => log.warn({ account: userId, error: describeError(error) }, 'the picture of a member was not kept'),
        )
        .finally(() => underWay.delete(fetching));
      underWay.add(fetching);
    },

    async fetchNow(userId, inPlaceOf) {
      const processed = await queue.run(() => fetchOne(userId, inPlaceOf));
      return { processed, profile_image_url: await photoOf(userId) };
    },

    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
}
