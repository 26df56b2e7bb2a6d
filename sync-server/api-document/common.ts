/** What many operations share: ids and times as components, pages of lists, answers that name what they are about. */
import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { personSchema } from '../../schemas/profiles/person.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { PAGE_MAX } from '../http/page-place.ts';
import { exampleId, exampleTime } from './examples.ts';
import { component, note } from './json-schema.ts';
import type { Parameter, Success } from './operation.ts';

component('Id', uuidSchema, 'A UUID of any version, in lower case.');
component('Time', timestampSchema, 'UTC, with milliseconds.');
component(
  'Person',
  personSchema,
  `Somebody as they are shown beside what they wrote. \`${answerWording.UNKNOWN_USER}\` where nothing of them may be seen.`,
);

/** At most so many items: no answer has an unbounded list. */
export const atMost = <Item extends z.core.$ZodType>(most: number, item: Item) => z.array(item).check(z.maxLength(most));

/** A list that is always complete. Nobody has more than `most` items. */
export const listOf = <Item extends z.core.$ZodType>(most: number, item: Item) => z.object({ items: atMost(most, item) });

/** A page of a list, newest first. */
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({
    items: atMost(PAGE_MAX, item),
    has_more: z.boolean(),
    next_before: note(z.nullable(z.string()), '`before` of the next page; null on the last.'),
  });

const limitQuery = (usual: number): Parameter => ({
  description: `How many at most: ${usual} unless told, and never more${usual === PAGE_MAX ? '' : ` than ${PAGE_MAX}`}.`,
  schema: z.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)),
  example: usual,
});
const placeSchema = z.string().check(z.regex(/^[^,]+,[0-9a-f-]{36}$/));
const examplePlace = `${exampleTime},${exampleId.post}`;

export const pageQuery = (usual: number): Record<string, Parameter> => ({
  limit: limitQuery(usual),
  before: {
    description: '`created_at,id` of the last item that one has: what is older than that. `next_before` of the page before.',
    schema: placeSchema,
    example: examplePlace,
  },
});

// For lists that fit into one part for nearly everybody. The last part has only `items`.
const hasMore = { has_more: z.optional(z.literal(true)) };

/** A part of a list, oldest first. */
export const partOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({
    items: atMost(PAGE_MAX, item),
    ...hasMore,
    next_after: note(z.optional(z.string()), '`after` of the next part; missing on the last.'),
  });

/** A part of a list, newest first. */
export const newestPartOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({
    items: atMost(PAGE_MAX, item),
    ...hasMore,
    next_before: note(z.optional(z.string()), '`before` of the next part; missing on the last.'),
  });

export const afterQuery: Record<string, Parameter> = {
  limit: limitQuery(PAGE_MAX),
  after: {
    description: 'What comes after the last item that one has: `next_after` of the part before.',
    schema: placeSchema,
    example: examplePlace,
  },
};

export const beforeQuery: Record<string, Parameter> = {
  limit: limitQuery(PAGE_MAX),
  before: {
    description: 'What comes after the last item that one has: `next_before` of the part before.',
    schema: placeSchema,
    example: examplePlace,
  },
};

export const idAnswer = component('IdAnswer', z.object({ id: uuidSchema }), 'What the request named.');

export const nothing = component('Nothing', z.object({}), 'Done, with nothing to say.');

/** The thing that the request named was deleted or changed. The answer names it. */
export const idSuccess = (id: string, description: string): Success => ({
  status: 200,
  description,
  data: idAnswer,
  example: { id },
});

/** Like `idSuccess`, with a sentence for people. */
export const messageSuccess = (id: string, description: string, message: string): Success => ({
  status: 200,
  description,
  data: z.object({ id: uuidSchema, message: z.string() }),
  example: { id, message },
});
