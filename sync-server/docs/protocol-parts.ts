/** What `docs/protocol.md` takes from the schemas: its comments (`<!-- rows -->`) name these parts. */
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { refusalCodes } from '../../schemas/base/refusal.ts';
import { collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import { frameSchema, pullRequestSchema, pullResponseSchema, pushRequestSchema, pushResponseSchema } from '../../schemas/protocol/sync.ts';
import { OLDEST_ACCEPTED_VERSION, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { requestSchema } from '../api-document/json-schema.ts';
import type { Schema } from '../api-document/operation.ts';
import {
  firstPullExample,
  framesExample,
  pullAnswerExample,
  pullExample,
  pushAnswerExample,
  pushExample,
  streamExamples,
} from '../api-document/protocol-examples.ts';
import { code, example, table } from './markdown.ts';
import { schemaTable } from './schema-tables.ts';

interface Message {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** The messages with their examples. A test validates each example with the schema of its message. */
export const messages: Readonly<Record<string, Message>> = {
  'pull-request': { schema: pullRequestSchema, examples: { 'The first pull of a device': firstPullExample, 'A later pull': pullExample } },
  'pull-answer': { schema: pullResponseSchema, examples: { 'An answer': pullAnswerExample } },
  'push-request': { schema: pushRequestSchema, examples: { 'A comment, and an edit of somebody else’s post': pushExample } },
  'push-answer': { schema: pushResponseSchema, examples: { 'Done, and refused': pushAnswerExample } },
  frame: { schema: frameSchema, examples: { 'A frame': framesExample[0] } },
};

const shapes = { Id: requestSchema(uuidSchema), Time: requestSchema(timestampSchema) };

const message = ({ schema, examples }: Message): string =>
  [schemaTable(requestSchema(schema), shapes), ...Object.entries(examples).map(([title, value]) => example(title, value))].join('\n\n');

/** Each part as Markdown, by its name. */
export const protocolParts = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(messages).map(([name, described]) => [name, message(described)])),
  version: `The current version is ${PROTOCOL_VERSION}. The server accepts versions from ${OLDEST_ACCEPTED_VERSION} on.`,
  'stream-events': example('The data of each event', streamExamples),
  refusals: table(
    ['Code', 'What a member reads'],
    refusalCodes.map((refusal) => [code(refusal), refusalWording[refusal]]),
  ),
  rows: collectionNames
    .flatMap((name) => [`### ${code(name)} {#rows-${name}}`, schemaTable(requestSchema(rowSchemas[name]), shapes)])
    .join('\n\n'),
});
