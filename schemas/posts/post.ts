import * as z from 'zod/mini';
import { asSet, entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { examplePhoto, photosSchema } from '../images/photo.ts';
import { POST_CONTENT_MAX } from './post-limits.ts';
import { visibilityTypes } from './visibility.ts';

export const visibilitySchema = z.enum(visibilityTypes);

/** The text of a post as it is stored: trimmed, at most 5000 UTF-16 code units; empty only where there are photos. */
const postContentSchema = z.string().check(visibleText, z.maxLength(POST_CONTENT_MAX), storableText);

/** The chosen readers; none unless the audience is `specific`. */
const chosenSchema = z.array(uuidSchema).check(z.maxLength(64), asSet);

export const post = entity({
  key: { id: uuidSchema, author_id: uuidSchema },
  text: {
    content: postContentSchema,
    photos: photosSchema,
    visibility_type: visibilitySchema,
    specific_user_ids: chosenSchema,
  },
  facts: { created_at: timestampSchema, edited_at: z.nullable(timestampSchema) },
  images: ['photos'],
  author: 'author_id',
  example: {
    id: '0190a0b0-1000-7000-8000-000000000001',
    author_id: '0190a0b0-0000-7000-8000-0000000000a1',
    content: 'The plum cake is in the oven. Who comes over on Sunday?',
    photos: [examplePhoto],
    visibility_type: 'friends',
    specific_user_ids: [],
    created_at: '2026-11-24T08:00:00.000Z',
    edited_at: null,
  },
});
/** The text of a new post before anything was typed or chosen. */
export const blankPost: z.infer<typeof post.text> = { content: '', photos: [], visibility_type: 'friends', specific_user_ids: [] };

/** A post on the wire and in `posts`. */
export type Post = z.infer<typeof post.row>;
export type NewPost = z.infer<typeof post.creation>;
export type PostText = z.infer<typeof post.text>;
