import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { FoundPending } from '../../data/rescue/read-pending.ts';
import { pendingText } from './pending-text.ts';

const nothing: FoundPending = { pending: [], refused: [], drafts: [], documents: [], about: new Map(), notRead: [] };
const saved = { at: Date.UTC(2026, 10, 23, 12), by: 'Ana (ana@kith.test)' };
const written = Date.UTC(2026, 10, 22, 9);
const timeText = (at: number) => new Date(at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });

const rowOf = (fields: Record<string, unknown>): FoundPending['pending'][number]['row'] => ({
  id: uuid(),
  scope: 0,
  write_id: uuid({ msecs: written }),
  pending: 1,
  assumed: [],
  _deleted: '0',
  _rev: '1-a',
  _meta: { lwt: written },
  ...fields,
});

const draftOf = (key: string, value: unknown) => ({ id: uuid(), key, value, rowId: uuid(), revision: uuid({ msecs: written }) });

test('each entry names its kind, subject and time, with the whole text', () => {
  const [post, group] = [uuid(), uuid()];
  const long = 'a long text '.repeat(100).trim();
  const { count, text } = pendingText(
    {
      ...nothing,
      pending: [
        { collection: 'comments', row: rowOf({ post_id: post, content: long }) },
        { collection: 'group_messages', row: rowOf({ group_id: group, content: 'Late\nagain' }) },
        { collection: 'posts', row: rowOf({ content: 'Gone', _deleted: '1', scope: 4 }) },
      ],
      refused: [{ write_id: uuid(), collection: 'comments', code: 'POST_NOT_FOUND', document: { id: uuid(), content: 'Too late' }, at: 1 }],
      drafts: [
        draftOf(`comment-${post}`, 'A whole thought'),
        draftOf(`comment-${post}`, 'Half a thought'),
        draftOf(`message-${group}`, { text: 'New', replyTo: null, edit: { id: uuid(), text: 'Better words' } }),
        draftOf('post-new', { content: '', visibility_type: 'friends' }),
      ],
      about: new Map([
        [post, { content: 'Soup at seven' }],
        [group, { name: 'Sunday table' }],
      ]),
      notRead: [{ part: 'reactions', why: 'damaged' }],
    },
    saved,
  );
  expect(count).toBe(7);
  const lines = text.split('\n');
  const after = (title: string) => lines.slice(lines.indexOf(title) + 1);
  expect(lines.slice(0, 2)).toEqual(['What was not sent from Kith', `Ana (ana@kith.test), ${timeText(saved.at)}`]);
  expect(text).toContain('Not read: reactions. It is damaged.');
  expect(text).toContain('Waiting to be sent (3)');
  expect(after('Comment on “Soup at seven”').slice(0, 3)).toEqual([`Written on ${timeText(written)}`, '', long]);
  expect(after('Message in Sunday table').slice(0, 4)).toEqual([`Written on ${timeText(written)}`, '', 'Late', 'again']);
  expect(lines).toContain('Deletion of a post');
  expect(text).not.toContain('Gone');
  expect(text).toContain('Not accepted (1)');
  expect(after('Comment').slice(1, 4)).toEqual([refusalWording.POST_NOT_FOUND, '', 'Too late']);
  expect(text).toContain('Drafts (3)');
  expect(after('Comment on “Soup at seven” (another text)').slice(0, 3)).toEqual([`Written on ${timeText(written)}`, '', 'Half a thought']);
  expect(text).toContain('Better words');
});

test('without entries the count is zero, and unreadable parts are named', () => {
  expect(pendingText(nothing, saved).count).toBe(0);
  const { count, text } = pendingText(
    {
      ...nothing,
      notRead: [
        { part: 'posts', why: 'held' },
        { part: 'comments', why: 'held' },
      ],
    },
    saved,
  );
  expect(count).toBe(0);
  expect(text).toContain('Not read: posts and comments. Another window holds it');
});
