import * as z from 'zod/mini';
import { later } from '../../schemas/base/entity.ts';
import { collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import { type CollectionSchemas, collectionSchemas, schemaOf } from '../../workers/device/collection-schemas.ts';
import { optionalFields, withoutOptionalFields } from '../../workers/device/store/optional-fields.ts';

/** The schemas of this version of the app, without the fields that were added since the first. */
export const firstSchemas = Object.fromEntries(
  collectionNames.map((name) => [name, withoutOptionalFields(collectionSchemas[name])]),
) as CollectionSchemas;

const addedSince = optionalFields(collectionSchemas.posts);
const newerPost = z.object({
  ...Object.fromEntries(Object.entries(rowSchemas.posts.shape).filter(([field]) => !(field in addedSince))),
  mood: later(z.nullable(z.string()), 'calm'),
  labels: later(z.array(z.string()), []),
});

/** The schemas of a next version of the app, which added optional fields to posts: a mood and labels. */
export const newerSchemas: CollectionSchemas = { ...firstSchemas, posts: schemaOf('posts', newerPost) };
