import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { PendingRow } from '../../../workers/device/pending/pending-rows.ts';
import type { FoundPending, NotRead } from '../../data/rescue/read-pending.ts';
import type { StoredDraft } from '../../data/store/draft-store.ts';
import { draftPhotos, draftTexts } from '../../data/store/draft-text.ts';
import { outboxText } from '../../text/outbox.ts';
import { photoGridText } from '../../text/photos.ts';
import { notReadText } from '../../text/store.ts';
import { memberClock } from '../../text/times.ts';
import { draftTarget } from './draft-target.ts';
import { draftTitleAt, isAnother, itemText, itemTitle } from './item-title.ts';
import { type OutboxItem, outboxItems } from './outbox-items.ts';

/** The pending writes, refused writes and drafts as a readable text: each with its kind, subject and time. No text is cut short. */
export interface PendingText {
  /** the count of entries in the text */
  readonly count: number;
  readonly text: string;
}

interface Entry {
  readonly title: string;
  /** in milliseconds */
  readonly at: number | undefined;
  readonly note?: string;
  readonly texts: readonly string[];
}

/** The time in the id of a write, or in the revision of a draft: its first 48 bits. */
function timeOfWrite(id: string): number | undefined {
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return Number.isNaN(time) ? undefined : time;
}

const timeText = (at: number): string => memberClock.dated(at);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Subjects of writes and drafts, from the rows stored with them. */
function subjectsOf({ about }: FoundPending) {
  const row = (id: unknown) => about.get(textOf(id));
  return {
    post: (id: unknown) => {
      const content = textOf(row(id)?.content);
      return content ? { content } : null;
    },
    group: (id: unknown) => {
      const name = textOf(row(id)?.name);
      return name ? { name } : null;
    },
    nameOf: (id: unknown) => textOf(row(id)?.name) || answerWording.UNKNOWN_USER,
    postOfComment: (id: unknown) => row(row(id)?.post_id) && textOf(row(id)?.post_id),
  };
}

function entryOf(item: OutboxItem, found: FoundPending): Entry {
  const subjects = subjectsOf(found);
  const { collection, row } = item;
  const post = collection === 'comments' ? subjects.post(row.post_id) : null;
  const text = itemText(item);
  return {
    title: itemTitle(item, { post, group: subjects.group(row.group_id), nameOf: subjects.nameOf }),
    at: timeOfWrite(item.writeId),
    ...(item.state === 'failed' ? { note: refusalWording[item.refused.code] } : {}),
    texts: text === undefined ? [] : [text],
  };
}

function draftEntry({ key, value, revision }: StoredDraft, another: boolean, found: FoundPending): Entry | null {
  const photos = draftPhotos(value).length;
  const texts = [...draftTexts(value).values(), photos > 0 ? photoGridText.photos(photos) : ''].filter((text) => text !== '');
  if (texts.length === 0) return null;
  const subjects = subjectsOf(found);
  const target = draftTarget(key);
  const post = subjects.post(target.post ?? subjects.postOfComment(target.comment));
  const title = draftTitleAt(target, { post, group: subjects.group(target.group) }, another);
  return { title, at: timeOfWrite(revision), texts };
}

const RULE = '-'.repeat(60);

function sectionOf(title: string, entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return [];
  const blocks = entries.map(({ title, at, note, texts }) =>
    [
      title,
      ...(at === undefined ? [] : [outboxText.writtenOn(timeText(at))]),
      ...(note ? [note] : []),
      ...texts.flatMap((text) => ['', text]),
    ].join('\n'),
  );
  return [`${title} (${entries.length})\n${RULE}`, blocks.join(`\n${RULE}\n`)];
}

/** The parts that could not be read, grouped by reason. */
export function notReadTexts(notRead: readonly NotRead[]): readonly string[] {
  return (['held', 'newer', 'damaged'] as const).flatMap((why) => {
    const parts = [...new Set(notRead.filter((one) => one.why === why).map(({ part }) => part))];
    return parts.length === 0 ? [] : [notReadText(parts, why)];
  });
}

const asPending = ({ collection, row }: FoundPending['pending'][number]): PendingRow => ({
  collection,
  row: { ...row, _deleted: row._deleted === '1' },
});

/** `saved`: the time of the file, and the member it belongs to. */
export function pendingText(found: FoundPending, saved: { readonly at: number; readonly by: string }): PendingText {
  const items = outboxItems(found.pending.map(asPending), found.refused);
  const entries = (state: OutboxItem['state']) => items.filter((item) => item.state === state).map((item) => entryOf(item, found));
  const drafts = found.drafts.flatMap((draft, at) => draftEntry(draft, isAnother(found.drafts, at), found) ?? []);
  const sections = [
    ...sectionOf(outboxText.waits, entries('pending')),
    ...sectionOf(outboxText.failed, entries('failed')),
    ...sectionOf(outboxText.drafts, drafts),
  ];
  const head = outboxText.head(saved.by, timeText(saved.at));
  return { count: items.length + drafts.length, text: `${[head, ...notReadTexts(found.notRead), ...sections].join('\n\n')}\n` };
}
