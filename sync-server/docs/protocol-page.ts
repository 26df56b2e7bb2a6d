/**
 * The sync protocol as a page next to the API: messages, checkpoints, refusals, versions. Shapes and wording come from where they are
 * defined.
 */

import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { refusalCodes } from '../../schemas/base/refusal.ts';
import { collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import {
  frameSchema,
  HEARTBEAT_MS,
  MAX_CHANGES,
  MAX_CHECKED_IDS,
  MAX_PULL_LIMIT,
  pullRequestSchema,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
  SELDOM_HEARTBEAT_MS,
} from '../../schemas/protocol/sync.ts';
import { OLDEST_ACCEPTED_VERSION, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { escapeHtml } from '../accounts/mail-layout.ts';
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
import { DOCS_PATH } from '../http/document-paths.ts';
import { example, folded, inline, page, paragraphs, table } from './html.ts';
import { schemaTable } from './schema-html.ts';

const shapes = { Id: requestSchema(uuidSchema), Time: requestSchema(timestampSchema) };

interface Message {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly schema: Schema;
  readonly examples: readonly (readonly [title: string, value: unknown])[];
}

/** The messages with their examples. A test validates each example with the schema of its message. */
export const messages: readonly Message[] = [
  {
    id: 'pull-request',
    title: 'Pull: what a device asks',
    says: `Its epoch, and how far each collection is. \`limit\` is at most ${MAX_PULL_LIMIT}. \`check\` names at most ${MAX_CHECKED_IDS} ids of a collection that the device holds and does not know the standing of.`,
    schema: pullRequestSchema,
    examples: [
      ['The first pull of a device', firstPullExample],
      ['A later one', pullExample],
    ],
  },
  {
    id: 'pull-answer',
    title: 'Pull: the answer',
    says: 'Rows, removals, how far the collection is then, and the heads of **all** scopes of the member. Store the rows first and the checkpoint after them: a page that is applied twice changes nothing. `more` says that the next page is there already.',
    schema: pullResponseSchema,
    examples: [['An answer', pullAnswerExample]],
  },
  {
    id: 'push-request',
    title: 'Push: local writes',
    says: `At most ${MAX_CHANGES}, in the order in which they were made, across collections. Each carries a new \`write_id\` (UUID v7) and, as \`assumed\`, the write ids that it was made upon. Sent again, a write is answered as done and has no second effect. \`_deleted\` deletes.`,
    schema: pushRequestSchema,
    examples: [['A comment, and an edit of what is another’s', pushExample]],
  },
  {
    id: 'push-answer',
    title: 'Push: the answers',
    says: 'For each change, in their order: `code` is null where it is done, else the refusal; `document` is what the sender may see of it now, or null. One refusal does not stop the others.',
    schema: pushResponseSchema,
    examples: [['Done, and refused', pushAnswerExample]],
  },
  {
    id: 'frame',
    title: 'Stream: a frame',
    says: 'What moved in one scope: everything after `prev` up to `head`. Where `prev` is not the head that the device has for this scope, something is missing: pull.',
    schema: frameSchema,
    examples: [['Frames', framesExample[0]]],
  },
];

const streamSays: { readonly [Name in keyof typeof streamExamples]: string } = {
  open: 'The stream stands: drop what is buffered, and pull.',
  frames: 'What moved.',
  pull: 'Something moved that frames do not tell, a membership or too much at once: pull.',
  heartbeat: `Every ${HEARTBEAT_MS / 1000} seconds, with the heads: a lost last frame shows by them; every ${SELDOM_HEARTBEAT_MS / 1000} seconds where the stream was asked for with \`lookedAt: false\`, because nobody looks at the device. Take a stream that is silent for twice as long for dead.`,
  reconnect: 'This server goes: open another stream after so many milliseconds.',
};

const writes: readonly (readonly [write: string, act: string])[] = [
  ['`posts`, `comments`, `group_messages`: new / other content', 'create / edit'],
  ['`posts`: other audience or people chosen / deleted', 'change the audience / delete'],
  ['`comments`, `group_messages`: `is_deleted`', 'delete; the place stays, text and reactions go'],
  ['`reactions`: new / deleted', 'add / take back'],
  ['`invitations`: new / `status` / deleted', 'invite / accept, decline / take back'],
  ['`friends`: own row deleted', 'unfriend, both rows'],
  ['`groups`: new / other name, description or emoji / deleted', 'found / edit / delete; where no `emoji` is named it stays'],
  ['`group_members`: own row deleted / another’s deleted / `role`', 'leave / remove / set the role'],
  ['`notifications`: `is_read` / deleted', 'mark as read / delete'],
  ['`profiles`: own row', 'update'],
  ['`settings`: `theme`, `notify_<type>`, `group_muted|<group>`, `group_read|<group>`', 'choose, mute, read on'],
  ['`settings`: `blocked|<member>`: `on` / `off`', 'block / block no longer'],
];

const checkpoints = `A checkpoint is a flat map from the number of a scope to how far the device is in it: \`40\` says that everything up to number 40 is held; \`[88, 31]\` everything between 31 and 88, and that older rows are still to come; \`null\` that the scope was left. Send back what the last page said, unchanged; begin with \`{}\`.

A page first goes forward in the scopes that the device knows, then back into what it does not hold, newest first. So a new device shows today’s posts after one page.

A **removal** \`[id, scope]\` concerns only a copy that came by that scope: keep \`scope\` with every row. Rows of scopes that \`heads\` does not name are no longer the member’s to read: delete them.

An id with \`|\` in it is made of what it joins, people among them, and a pull does not name it when its row is gone: it might tell of a friendship or a reaction that the reader never saw. In its place \`recheck\` says \`[beginning, scope]\`. Ask with \`check\` about the rows that came by this scope and whose ids begin so; remember them before the page is stored.

Where the answer has another **epoch** than the device, the server was restored from a backup: begin again with empty checkpoints, and send what it may have lost once more, by the same write ids.`;

const connection = `Only 401, 426, 429 and 5xx answer a whole request, and they speak of the connection: keep what is to be sent, wait (\`Retry-After\` where it is named) and send the same again. What becomes of a single write is said in its answer.

No pull is read between a push and the handling of its answer, and a pulled row never replaces one whose write is still waiting.`;

const versions = `Every request names the version that it speaks in the header \`Kith-Protocol\`: it is ${PROTOCOL_VERSION} now. The server understands those from ${OLDEST_ACCEPTED_VERSION} on; an older one, or none, is answered with 426. A device may come back after months, so a version is given up only once its waiting writes cannot be read any more, or where it would keep what it may no longer hold.`;

const section = (id: string, title: string, content: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

const messageHtml = ({ id, title, says, schema, examples }: Message): string =>
  `<article id="${id}"><h3>${title}</h3>${paragraphs(says)}${schemaTable(title, requestSchema(schema), shapes)}${examples
    .map(([name, value]) => folded(name, example(value)))
    .join('')}</article>`;

const rowHtml = (name: (typeof collectionNames)[number]): string =>
  `<article id="rows-${name}"><h3><code>${name}</code></h3>${schemaTable(`Rows of ${name}`, requestSchema(rowSchemas[name]), shapes)}</article>`;

export function protocolPage(): string {
  const streams = Object.entries(streamExamples).map(([name, value]) => [
    `<code>${name}</code>`,
    inline(streamSays[name as keyof typeof streamExamples]),
    example(name === 'frames' ? '[ … ]' : value),
  ]);
  const main = [
    section('versions', 'Versions', paragraphs(versions)),
    section('checkpoints', 'Checkpoints', paragraphs(checkpoints)),
    section('connection', 'Order and errors', paragraphs(connection)),
    section(
      'messages',
      'Messages',
      `${messages.map(messageHtml).join('')}<article id="stream"><h3>Stream: the events</h3>${table('Events of the stream', ['Event', 'What it says', 'Data'], streams)}</article>`,
    ),
    section(
      'writes',
      'What a write means',
      `<p>Anything else is refused, never ignored. Author, times, roles and counts are the server’s, whatever is pushed.</p>${table(
        'What a write means',
        ['Local write', 'Act'],
        writes.map((cells) => cells.map(inline)),
      )}`,
    ),
    section(
      'refusals',
      'Refusals',
      table(
        'Refusals',
        ['Code', 'What a member reads'],
        refusalCodes.map((code) => [`<code>${code}</code>`, escapeHtml(refusalWording[code])]),
      ),
    ),
    section(
      'rows',
      'Rows of the collections',
      `<p>Each comes with <code>scope</code> and <code>write_id</code> besides.</p><article id="schema-Id"><h3>Id</h3><p>A UUID of any version, in lower case.</p></article><article id="schema-Time"><h3>Time</h3><p>UTC, with milliseconds.</p></article>${collectionNames.map(rowHtml).join('')}`,
    ),
  ];
  const contents = [
    ['versions', 'Versions'],
    ['checkpoints', 'Checkpoints'],
    ['connection', 'Order and errors'],
    ...messages.map(({ id, title }) => [id, title]),
    ['stream', 'Stream: the events'],
    ['writes', 'What a write means'],
    ['refusals', 'Refusals'],
    ['rows', 'Rows of the collections'],
  ];
  return page({
    title: 'The sync protocol of Kith',
    lead: `<p class="muted">Version ${PROTOCOL_VERSION}. Beside <a href="${DOCS_PATH}">the API</a>, which describes how to sign in.</p>${paragraphs(
      'How a device that works offline and the server stay in agreement: three endpoints, each with the member’s access token. `POST /api/sync/pull` asks what has changed, `POST /api/sync/push` sends what was written, `POST /api/sync/stream` tells what changes from now on.',
    )}`,
    nav: `<ul>${contents.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>`,
    main: main.join(''),
  });
}
