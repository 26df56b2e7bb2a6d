/** What many operations share: ids and times as components, pages of lists, answers that name what they are about. */
import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { personSchema } from '../../schemas/profiles/person.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { PAGE_MAX } from '../http/pages.ts';
import { exampleId, exampleTime } from './examples.ts';
import { component, note } from './json-schema.ts';
import type { Parameter, Schema, Success } from './operation.ts';

component('Id', uuidSchema, 'A UUID of any version, in lower case.');
component('Time', timestampSchema, 'UTC, with milliseconds.');
component(
  'Person',
  personSchema,
  `The name and photo of a member, as shown beside what they wrote. The name is \`${answerWording.UNKNOWN_USER}\` if you may see nothing of them.`,
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
    next_before: note(z.nullable(z.string()), 'Send it as `before` to get the next page. Null on the last page.'),
  });

const limitQuery = (usual: number): Parameter => ({
  description: `The maximum number of items. The default is ${usual}${usual === PAGE_MAX ? ', which is also the maximum' : `, the maximum ${PAGE_MAX}`}.`,
  schema: z.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)),
  example: usual,
});
const cursorSchema = z.string().check(z.regex(/^[^,]+,[0-9a-f-]{36}$/));
const exampleCursor = `${exampleTime},${exampleId.post}`;

export const pageQuery = (usual: number): Record<string, Parameter> => ({
  limit: limitQuery(usual),
  before: {
    description: 'Returns items older than this position: `next_before` of the previous page, or `created_at,id` of the last item.',
    schema: cursorSchema,
    example: exampleCursor,
  },
});

// For lists that fit on one page for nearly every member. The last page has only `items`.
const hasMore = { has_more: z.optional(z.literal(true)) };

/** A page of such a list, oldest first. */
export const partOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({
    items: atMost(PAGE_MAX, item),
    ...hasMore,
    next_after: note(z.optional(z.string()), 'Send it as `after` to get the next page. Absent on the last page.'),
  });

/** A page of such a list, newest first. */
export const newestPartOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({
    items: atMost(PAGE_MAX, item),
    ...hasMore,
    next_before: note(z.optional(z.string()), 'Send it as `before` to get the next page. Absent on the last page.'),
  });

export const afterQuery: Record<string, Parameter> = {
  limit: limitQuery(PAGE_MAX),
  after: {
    description: 'Returns items after this position: `next_after` of the previous page.',
    schema: cursorSchema,
    example: exampleCursor,
  },
};

export const beforeQuery: Record<string, Parameter> = {
  limit: limitQuery(PAGE_MAX),
  before: {
    description: 'Returns items older than this position: `next_before` of the previous page.',
    schema: cursorSchema,
    example: exampleCursor,
  },
};

export const idAnswer = component('IdAnswer', z.object({ id: uuidSchema }), 'The id of what the request changed or deleted.');

export const nothing = component('Nothing', z.object({}), 'An empty object.');

/** Status 200 with this data. An operation without data answers an empty object. */
export const success = (description: string, data: Schema = nothing, example: unknown = {}): Success => ({
  status: 200,
  description,
  data,
  example,
});

/** Like `success`, with status 201. */
export const created = (description: string, data: Schema = nothing, example: unknown = {}): Success => ({
  ...success(description, data, example),
  status: 201,
});

/** The thing that the request named was deleted or changed. The answer names it. */
export const idSuccess = (id: string, description: string): Success => success(description, idAnswer, { id });

/** Like `idSuccess`, with a sentence for people. */
export const messageSuccess = (id: string, description: string, message: string): Success => ({ ...idSuccess(id, description), message });
