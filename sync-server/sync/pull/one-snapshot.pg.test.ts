import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/circle.ts';
import { collectionFeatures } from '../../features/collection-features.ts';
import type { CollectionFeatures } from '../feature.ts';
import { pull } from './pull.ts';

test('a friendship ends while a pull reads: a post from after that is not in its answer', async ({ db, circle }) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  await circle.befriend(ana, ben);
  let later: string | undefined;
  const features: CollectionFeatures = {
    ...collectionFeatures,
    profiles: {
      ...collectionFeatures.profiles,
      // Ben's scopes were read, and no post yet.
      async load(tx, refs) {
        await circle.unfriend(ana, ben);
        later = await circle.post(ana);
        return collectionFeatures.profiles.load(tx, refs);
      },
    },
  };
  const whole = { checkpoint: {}, limit: 100 };
  const known = await circle.engine.pull(ben.id, { epoch: null, collections: { posts: whole } });
  const shared = await circle.post(ana);
  const posts = { checkpoint: known.collections.posts?.checkpoint ?? {}, limit: 100 };
  const { collections } = await pull(db.database, features, ben.id, { epoch: known.epoch, collections: { profiles: whole, posts } });
  expect(later).toBeDefined();
  expect(collections.posts?.documents.map(({ id }) => id)).toEqual([shared]);
});
