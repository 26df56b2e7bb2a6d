/** Describes the routes of `image-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_SIDE, imageTypes, imageUrl, imageVariants } from '../../../schemas/images/image.ts';
import {
  LENGTH_HEADER,
  OFFSET_CODE,
  OFFSET_HEADER,
  PART_MAX_BYTES,
  PART_MIN_BYTES,
  PARTS_KEPT_HOURS,
} from '../../../schemas/images/image-parts.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { created, success } from '../../api-document/common.ts';
import { exampleId } from '../../api-document/examples.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';

const pathDescriptions = { id: 'The id of the image. The client makes it: a UUID of version 7.' };
const url = imageUrl(exampleId.image);
const uploadDetails = (size: string) =>
  `Takes a JPG, PNG or WebP of at most ${IMAGE_MAX_BYTES / 1024 / 1024} MB and ${IMAGE_MAX_PIXELS / 1_000_000} megapixels, as the request body or as \`file\` of a form. The server stores it as a WebP, ${size}, and drops camera metadata such as the location.`;

const uploaded = z.object({ url: z.string() });
const partsDetails = `On a bad connection, send the bytes in parts, one after the other. Each is a request with \`Content-Range: bytes <first>-<last>/<length of the image>\` and only these bytes as its body: at least ${PART_MIN_BYTES / 1024} KB, unless it is the last, and at most ${PART_MAX_BYTES / 1024 / 1024} MB. The answer to the last part is that of the whole image. Repeating a part is safe and needs no key. A part that does not begin where the bytes end so far gets 409, with that place in \`${OFFSET_HEADER}\`. \`HEAD\` tells you the same before the image is whole: 204 with \`${OFFSET_HEADER}\`, and with \`${LENGTH_HEADER}\` once a part has arrived. Parts are deleted ${PARTS_KEPT_HOURS} hours after the last one.`;

export const imageOperations = describeOperations('Images', 'member', {
  'PUT /images/:id': {
    id: 'putImage',
    summary: 'Upload an image',
    details: `First name the image in a row: set \`profile_image_url\` of your profile to \`/api/images/<id>\`, or write a post or a message with \`photos\`. Then upload the image with this id. ${uploadDetails('no larger than the row says')} The proportions of a photo must be those of its row, up to a hundredth. Repeating the upload is safe: the first image stays.\n\n${partsDetails}`,
    callers: 'The author of the row that names the image. Returns 404 otherwise.',
    pathDescriptions,
    headers: {
      'Content-Range': { description: 'Which bytes of the image the body holds, for one that is sent in parts.', schema: z.string() },
    },
    upload: imageTypes,
    repeatable: 'key',
    success: [
      success('The address of the image.', uploaded, { url }),
      {
        ...success('The part has arrived, and others have to follow.', uploaded, { url }),
        status: 202,
        headers: { [OFFSET_HEADER]: 'How many bytes of the image have arrived.' },
      },
    ],
    failures: [
      ...refused('NOT_FOUND', 'STORAGE_USED_UP', 'IMAGE_SIZE'),
      { status: 409, code: OFFSET_CODE, message: answerWording.UPLOAD_OFFSET },
      ...[failed(400), failed(413), failed(422)],
    ],
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
    details: `\`HEAD\` returns the same without the body. To the author of the row it also says how much has arrived of an image that is not whole yet (see \`putImage\`).`,
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
