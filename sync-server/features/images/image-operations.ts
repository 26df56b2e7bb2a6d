/** Describes the routes of `image-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_SIDE, imageTypes, imageUrl } from '../../../schemas/images/image.ts';
import { exampleId } from '../../api-document/examples.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';

const ofImage = { tag: 'Images', access: 'member' } as const;
const pathDescriptions = { id: 'The image; made up by whoever sends it.' };
const url = imageUrl(exampleId.image);
const uploadDetails = `JPG, PNG or WebP of at most ${IMAGE_MAX_BYTES / 1024 / 1024} MB and ${IMAGE_MAX_PIXELS / 1_000_000} megapixels, as the body itself or as \`file\` of a form. What is kept is a WebP of at most ${IMAGE_SIDE} pixels on each side, without what a camera says besides.`;

export const imageOperations: readonly Operation[] = [
  {
    ...ofImage,
    method: 'PUT',
    path: '/images/:id',
    id: 'putImage',
    summary: 'Send an image that a row of one’s own names',
    details: `${uploadDetails} Safe to repeat: the first bytes stay.`,
    callers: 'who named it first. To others it does not exist.',
    pathDescriptions: pathDescriptions,
    upload: imageTypes,
    successes: [{ status: 200, description: 'It is there.', data: z.object({ url: z.string() }), example: { url } }],
    failures: [...refused('NOT_FOUND', 'STORAGE_USED_UP'), failed(400)],
  },
  {
    ...ofImage,
    method: 'GET',
    path: '/images/:id',
    id: 'getImage',
    summary: 'An image',
    callers: 'who may read a row that names it. To others it does not exist.',
    pathDescriptions: { id: 'The image.' },
    headers: { 'If-None-Match': { description: 'The `ETag` of what one has.', schema: z.string() } },
    successes: [
      { status: 200, description: 'The image.', content: 'image/webp', headers: { ETag: 'Stays as long as the bytes do.' } },
      { status: 304, description: 'What one has is what there is.' },
    ],
    failures: refused('NOT_FOUND'),
  },
  {
    ...ofImage,
    method: 'POST',
    path: '/profiles/me/image',
    id: 'setProfileImage',
    summary: 'Set one’s photo',
    details: uploadDetails,
    callers: 'any member, for themselves.',
    upload: imageTypes,
    repeatable: 'key',
    successes: [
      {
        status: 201,
        description: 'Where it lies.',
        data: z.object({ profile_image_url: z.string() }),
        example: { profile_image_url: url },
      },
    ],
    failures: refused('NOT_FOUND', 'STORAGE_USED_UP'),
  },
  {
    ...ofImage,
    method: 'DELETE',
    path: '/profiles/me/image',
    id: 'deleteProfileImage',
    summary: 'Take one’s photo away',
    callers: 'any member, for themselves.',
    repeatable: 'key',
    successes: [
      { status: 200, description: 'There is none.', data: z.object({ profile_image_url: z.null() }), example: { profile_image_url: null } },
    ],
  },
];
