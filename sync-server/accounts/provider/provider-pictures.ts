/**
 * Pictures that the provider has of members. The first sign-in fetches one in the background and never waits for it. If that fails, the
 * member may ask again. A picture never replaces a photo that its member chose, unless they ask for that.
 */
import type { Logger } from 'pino';
import { describeError } from '../../base/log.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { createBoundedQueue } from '../../http/limits/bounded-queue.ts';
import { fetchPicture, type PictureSource } from './fetch-picture.ts';

export interface PictureState {
  /** whether the provider's picture is now the member's photo */
  readonly processed: boolean;
  readonly profile_image_url: string | null;
}

export interface ProviderPictures {
  /** Fetches the picture in the background. Never fails. */
  fetchLater(userId: string): void;
  /** Fetches it now. `none`: only if the member has no photo. `any`: also in place of one. */
  fetchNow(userId: string, inPlaceOf: 'any' | 'none'): Promise<PictureState>;
  /** Resolves when no background fetch runs any more. */
  close(): Promise<void>;
}

export interface ProviderPicturesDeps {
  readonly database: Database;
  readonly log: Logger;
  /** the provider that the pictures come from */
  readonly issuer: string;
  readonly source: PictureSource;
  /** Makes these bytes the member's photo. Returns false when that is not possible. */
  readonly storeProfileImage: (userId: string, bytes: Buffer, inPlaceOf: 'any' | 'none') => Promise<boolean>;
}

export function createProviderPictures({ database, log, issuer, source, storeProfileImage }: ProviderPicturesDeps): ProviderPictures {
  const queue = createBoundedQueue({ running: 2, waiting: 20 });
  const running = new Set<Promise<void>>();
  let closed = false;

  const readPhoto = async (userId: string): Promise<string | null> => {
    const [profile] = await database.ask(
      (sql) => sql<{ url: string | null }[]>`select profile_image_url as url from profiles where id = ${userId}`,
    );
    return profile?.url ?? null;
  };

  const readProviderPicture = async (userId: string): Promise<string | null> => {
    const [identity] = await database.ask(
      (sql) =>
        sql<
          { picture: string | null }[]
        >`select picture from identities where user_id = ${userId} and rtrim(issuer, '/') = rtrim(${issuer}, '/')`,
    );
    return identity?.picture ?? null;
  };

  /** Returns whether the member's photo was replaced. */
  async function fetchOne(userId: string, inPlaceOf: 'any' | 'none'): Promise<boolean> {
    if (inPlaceOf === 'none' && (await readPhoto(userId)) !== null) return false;
    const picture = await readProviderPicture(userId);
    if (picture === null) return false;
    const bytes = await fetchPicture(picture, source);
    if (typeof bytes !== 'string') return storeProfileImage(userId, bytes, inPlaceOf);
    log.info({ account: userId, refused: bytes }, 'could not fetch a photo from the identity provider; the member keeps the one they have');
    return false;
  }

  return {
    fetchLater(userId) {
      if (closed) return;
      const fetching = queue
        .run(() => fetchOne(userId, 'none'))
        .then(
          () => undefined,
          (error: unknown) =>
            log.warn(
              { account: userId, error: describeError(error) },
              'could not store a photo from the identity provider; the member keeps the one they have',
            ),
        )
        .finally(() => running.delete(fetching));
      running.add(fetching);
    },

    async fetchNow(userId, inPlaceOf) {
      const processed = await queue.run(() => fetchOne(userId, inPlaceOf));
      return { processed, profile_image_url: await readPhoto(userId) };
    },

    async close() {
      closed = true;
      await Promise.all(running);
    },
  };
}
