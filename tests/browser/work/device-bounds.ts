/**
 * What each act may cost the device, see `device-work.rare.web.test.ts`. A bound changes only in a commit that says why.
 *
 * `12 tables` are all collections: one transaction finds what is pending in them. `facts`, `times` and `failed-photos` are read by the
 * keeper of images, which looks after each change of what is pending whether there is a photo to send: four short reads.
 */
import { list, type Work } from '../../work/differences.ts';

interface DeviceBounds {
  readonly page: string | number;
  readonly pageRows: number;
  readonly worker: string | number;
  readonly workerRows: number;
  readonly wakeUps: string | number;
  /** what was drawn for the first time */
  readonly drawn?: string;
  /**
   * What was drawn again. At most so many where the member has written: a device that is slow says after 0.8 s that the write is pending,
   * and draws the row once more for it.
   */
  readonly again?: string | number;
}

const boundOf = (bound: string | number) => (typeof bound === 'number' ? bound : list(bound));

const worked = ({ page, pageRows, worker, workerRows, wakeUps, drawn = '', again = '' }: DeviceBounds): Work => ({
  'transactions of the page': boundOf(page),
  'rows read by the page': pageRows,
  'transactions of the worker': boundOf(worker),
  'rows read by the worker': workerRows,
  'wake-ups of the worker': boundOf(wakeUps),
  'rows drawn': list(drawn),
  'rows drawn again': boundOf(again),
});

/** What one write of a device costs its worker in any case: it is sent, and comes back by the stream as well. */
const SENT = 'answer of /api/sync/push, message about rows, event frames';

export const bounds: Readonly<Record<string, Work>> = {
  // The page draws each card up to three times: from the rows that were kept for the first picture, with the open store, and once it is
  // known that all profiles are here. The worker reads all posts once, for which photos they name.
  'start with 2,000 posts': worked({
    page:
      'read 10 tables, read 12 tables, read 14 tables, read comments, read drafts, read facts, read failed-photos, read friends, ' +
      'read invitations, read member, read outbox, read profiles, read reactions, 2 read notifications, 2 write _rxdb_internal, ' +
      '3 read posts, 3 read settings',
    pageRows: 200,
    worker:
      'read 14 tables, 12 read checkpoint, read comments, read contacts, read friends, read group_members, read groups, ' +
      'read invitations, read lost-writes, read notifications, read reactions, 2 read 12 tables, 2 read failed-photos, ' +
      '2 read group_messages, 2 read posts, 2 read profiles, 2 read settings, 2 read times, 2 write _rxdb_internal, 4 read facts',
    workerRows: 2_400,
    wakeUps:
      'answer of /api/auth/refresh, answer of /api/sync/stream, message looked-at, message of the page, timer of 60 ms, ' +
      '2 answer of /api/sync/pull, event open',
    drawn: '20 post',
    again: 40,
  }),
  'pull of nothing': worked({
    page: '',
    pageRows: 0,
    worker: 'read 12 tables, read failed-photos, read times, 2 read facts',
    workerRows: 0,
    wakeUps: 'answer of /api/sync/pull, message wake',
  }),
  'page of the feed': worked({
    page: 'read comments, read reactions, 4 read posts',
    pageRows: 120,
    worker: '',
    workerRows: 0,
    wakeUps: '',
    drawn: '20 post',
  }),
  // The feed is drawn anew beside the new card: the form was in its place. It does not wait until its draft is gone from the disk, and reads
  // drafts once more where it is still there by then. Seen: write posts, 2 read comments, 2 read posts, 2 read reactions, write drafts, 2 or
  // 3 read drafts.
  'post to 8': worked({
    page: 11,
    pageRows: 50,
    worker:
      'read acknowledged, write acknowledged, write checkpoint, write posts, 2 read failed-photos, 2 read times, 4 read facts, ' +
      '5 read posts',
    workerRows: 15,
    wakeUps: SENT,
    drawn: '20 post',
    again: 4,
  }),
  reaction: worked({
    page: 'write reactions, 2 read reactions',
    pageRows: 5,
    worker: 'write acknowledged, write checkpoint, write reactions, 3 read reactions',
    workerRows: 10,
    wakeUps: SENT,
  }),
  comment: worked({
    page: 'read comments, read reactions, write comments, write drafts, 3 read drafts',
    pageRows: 5,
    worker: 'write acknowledged, write checkpoint, write comments, 3 read comments',
    workerRows: 10,
    wakeUps: SENT,
    drawn: 'comment',
    again: 5,
  }),
  // The post, its comment and its reaction come anew by another scope.
  'audience narrowed': worked({
    page: 'write before, write posts, 2 read drafts',
    pageRows: 5,
    worker:
      'read before, read comments, read reactions, write acknowledged, write before, 3 write checkpoint, write comments, write posts, ' +
      'write reactions, 2 read failed-photos, 2 read times, 4 read facts, 5 read posts',
    workerRows: 25,
    wakeUps: 'answer of /api/sync/push, event frames, 2 message about rows',
    drawn: 'comment',
    again: 3,
  }),
  // Its messages are marked as read.
  'open a chat': worked({
    page: 'read drafts, read group_members, read reactions, 3 read group_messages, 2 read settings, write settings',
    pageRows: 120,
    worker: 'write acknowledged, write checkpoint, write settings, 2 read failed-photos, 2 read times, 4 read facts, 5 read settings',
    workerRows: 15,
    wakeUps: SENT,
    drawn: '20 message',
    again: 20,
  }),
  // Its author has read up to it. That is not written, because own messages never count as unread; the page reads whether there are others,
  // once or twice.
  message: worked({
    page: 8,
    pageRows: 10,
    worker:
      'write acknowledged, write checkpoint, write group_messages, 2 read failed-photos, 2 read times, 4 read facts, ' +
      '5 read group_messages',
    workerRows: 15,
    wakeUps: SENT,
    drawn: 'message',
    again: 4,
  }),
  // How often the feed asks for its comments depends on whether they come in one frame of the screen with the posts.
  'pull of 100 rows': worked({
    page: 6,
    pageRows: 150,
    worker:
      'read 12 tables, read comments, write comments, write posts, 2 read failed-photos, 2 read posts, 2 read times, 3 write checkpoint, ' +
      '4 read facts',
    workerRows: 150,
    wakeUps: 'answer of /api/sync/pull, message wake',
    drawn: '19 post',
  }),
  // Where the member arrives, and how often the keeper of images looks, depends on how soon the store is open.
  'sign-in': worked({
    page: 30,
    pageRows: 50,
    worker: 60,
    workerRows: 50,
    wakeUps: 14,
  }),
  // The acceptance and the notice about it both change who reads what, so both make the device pull. One pull may serve both, and the page
  // looks again at who is new for each.
  'invitation accepted': worked({
    page: 9,
    pageRows: 10,
    worker: 50,
    workerRows: 70,
    wakeUps: 14,
  }),
};
