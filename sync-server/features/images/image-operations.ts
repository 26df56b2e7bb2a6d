/** Describes the routes of `image-routes.ts` for the API document. */

import * as z from 'zod/mini';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_SIDE, imageTypes, imageUrl, imageVariants } from '../../../schemas/images/image.ts';
import { created, success } from '../../api-document/common.ts';
import { exampleId } from '../../api-document/examples.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';

const pathDescriptions = { id: 'The id of the image. The client makes it: a UUID of version 7.' };
const url = imageUrl(exampleId.image);
const uploadDetails = (size: string) =>
  `Takes a JPG, PNG or WebP of at most ${IMAGE_MAX_BYTES / 1024 / 1024} MB and ${IMAGE_MAX_PIXELS / 1_000_000} megapixels, as the request body or as \`file\` of a form. The server stores it as a WebP, ${size}, and drops camera metadata such as the location.`;

export const imageOperations = describeOperations('Images', 'member', {
  'PUT /images/:id': {
    id: 'putImage',
    summary: 'Upload an image',
    details: `First name the image in a row: set \`profile_image_url\` of your profile to \`/api/images/<id>\`, or write a post or a message with \`photos\`. Then upload the image with this id. ${uploadDetails('no larger than the row says')} The proportions of a photo must be those of its row, up to a hundredth. Repeating the upload is safe: the first image stays.`,
    callers: 'The author of the row that names the image. Returns 404 otherwise.',
    pathDescriptions,
    upload: imageTypes,
    repeatable: 'key',
    success: success('The address of the image.', z.object({ url: z.string() }), { url }),
    failures: [...refused('NOT_FOUND', 'STORAGE_USED_UP', 'IMAGE_SIZE'), failed(400), failed(422)],
  },
  'GET /images/:id': {
    id: 'getImage',
    summary: 'Get an image',
    callers:
      'Members who can read the row that names the image. For a profile photo also those who can read something that its owner wrote. Returns 404 otherwise.',
    query: {
      size: { schema: z.enum(imageVariants), description: '`small`: at most 640 pixels a side, for lists. `large` is the default.' },
    },
    pathDescriptions: { id: 'The id of the image.' },
    headers: { 'If-None-Match': { description: 'The `ETag` of the copy that you have.', schema: z.string() } },
    success: [
      {
        status: 200,
        description: 'The image.',
        content: 'image/webp',
        headers: { ETag: 'Identifies this content. Send it as `If-None-Match` next time.' },
      },
      { status: 304, description: 'Not modified: your copy is current.' },
    ],
    failures: refused('NOT_FOUND'),
  },
  'POST /profiles/me/image': {
    id: 'setProfileImage',
    summary: 'Set your profile photo',
    details: uploadDetails(`at most ${IMAGE_SIDE} pixels a side`),
    upload: imageTypes,
    repeatable: 'key',
    success: created('The address of the photo.', z.object({ profile_image_url: z.string() }), { profile_image_url: url }),
    failures: refused('NOT_FOUND', 'STORAGE_USED_UP'),
  },
  'DELETE /profiles/me/image': {
    id: 'deleteProfileImage',
    summary: 'Remove your profile photo',
    repeatable: 'key',
    success: success('You have no photo now.', z.object({ profile_image_url: z.null() }), { profile_image_url: null }),
  },
});
