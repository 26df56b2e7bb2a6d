import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import { REPORT_WORDS_MAX } from '../../../schemas/reports/report-limits.ts';
import type { ReportTarget } from '../../../schemas/reports/report-targets.ts';
import { reportedKey } from '../../../schemas/reports/reported-key.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest, OPERATOR, openCircle, usualLimits } from '../../../tests/support/fixtures/circle.ts';

const rowOf = (by: Member, type: string, id: string, value = '') => {
  const key = reportedKey(type as ReportTarget, id);
  return { id: settingId(by.id, key), user_id: by.id, key, value };
};

const test = circleTest
  /** Ana knows Ben, Ben knows Carl; nobody knows Dora. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, carl);
    return { ana, ben, carl, dora: await circle.signUp('Dora') };
  })
  .extend(
    'report',
    ({ circle }) =>
      (by: Member, type: ReportTarget, id: string, value = '') =>
        circle.push(by, 'settings', rowOf(by, type, id, value)),
  )
  /** the reports mailed to the operator that contain this text */
  .extend(
    'mailsWith',
    ({ circle }) =>
      (text: string) =>
        circle.mails.filter((mail) => mail.to === OPERATOR && mail.template === 'report' && mail.data.message?.includes(text)),
  );

test('a report goes to the operator once, with its text, its place and its author; the row stays with the reporter', async ({
  circle,
  report,
  mailsWith,
  people: { ana, ben },
}) => {
  const post = await circle.post(ben, { content: 'Buy my coins' });
  const answer = await report(ana, 'post', post, 'He was never like this');
  expect(answer.code).toBeNull();
  expect(mailsWith('Buy my coins').map(({ data }) => data)).toEqual([
    {
      name: 'Ana',
      email: ana.email,
      author: 'Ben',
      authorId: ben.id,
      what: 'a post',
      path: `/posts/${post}`,
      message: 'Buy my coins',
      words: 'He was never like this',
    },
  ]);
  const { id } = rowOf(ana, 'post', post);
  expect(await circle.visibleRow(ana, 'settings', id)).toMatchObject({ value: 'He was never like this' });
  expect(await circle.visibleRow(ben, 'settings', id)).toBeUndefined();

  // Another device of hers reports it as well, with other words.
  expect((await report(ana, 'post', post, 'Once more')).document).toMatchObject({ value: 'He was never like this' });
  await circle.done(ben, 'posts', { id: post, _deleted: true });
  expect((await report(ana, 'post', post)).code).toBeNull();
  expect(mailsWith('Buy my coins')).toHaveLength(1);
});

test('of what has no text the operator hears how many photos it has, and what these say', async ({
  circle,
  report,
  mailsWith,
  people: { ana, ben },
}) => {
  const photos = ['Cheap coins', ''].map((alt) => ({ ...examplePhoto, id: uuid(), alt }));
  const post = await circle.post(ben, { content: '', photos });
  expect((await report(ana, 'post', post)).code).toBeNull();
  expect(mailsWith('2 photos').map(({ data }) => data.message)).toEqual(['2 photos\nCheap coins']);
  const message = {
    ...circle.messageDocument(ben, await circle.group(ben, ana), 'Buy'),
    photos: [{ ...examplePhoto, id: uuid(), alt: 'More coins' }],
  };
  await circle.done(ben, 'group_messages', message);
  expect((await report(ana, 'message', message.id)).code).toBeNull();
  expect(mailsWith('More coins').map(({ data }) => data.message)).toEqual(['Buy\n1 photo\nMore coins']);
});

test('comments, messages and profiles are reported as the reporter sees them', async ({
  circle,
  report,
  mailsWith,
  people: { ana, ben, carl },
}) => {
  const post = await circle.post(ben, { audience: 'friends' });
  const comment = await circle.comment(carl, post, 'A rude comment');
  expect((await report(ana, 'comment', comment)).code).toBeNull();
  expect(mailsWith('A rude comment')[0]?.data).toMatchObject({ author: 'Carl', path: `/posts/${post}?comment=${comment}`, words: '' });

  const group = await circle.group(ben, ana);
  const message = await circle.message(ben, group, 'A rude message');
  expect((await report(ana, 'message', message)).code).toBeNull();
  expect(mailsWith('A rude message')[0]?.data).toMatchObject({ author: 'Ben', path: `/groups/${group}?message=${message}` });

  await circle.rest(carl, 'PUT', '/profiles/me', { bio: 'A rude bio' });
  expect((await report(ana, 'profile', carl.id)).code).toBeNull();
  expect(mailsWith('A rude bio')[0]?.data).toMatchObject({ author: 'Carl', what: 'a profile', path: `/friends/${carl.id}` });
});

test('[RP1] what the reporter cannot see is not found, whether it exists or not, nor is what was deleted', async ({
  circle,
  report,
  people: { ana, ben, carl, dora },
}) => {
  const post = await circle.post(carl, { audience: 'friends' });
  const comment = await circle.comment(ben, post, 'Not for Ana');
  const group = await circle.group(ben, carl);
  const message = await circle.message(ben, group, 'Not for Ana');
  const mails = circle.mails.length;
  for (const [type, id] of [
    ['post', post],
    ['comment', comment],
    ['message', message],
    ['profile', dora.id],
    ...(['post', 'comment', 'message', 'profile'] as const).map((each) => [each, uuid()] as const),
  ] as const) {
    expect((await report(ana, type, id)).code, type).toBe('TARGET_NOT_FOUND');
  }
  await circle.done(ben, 'comments', { ...circle.commentDocument(ben, post, ''), id: comment, is_deleted: true });
  expect((await report(carl, 'comment', comment)).code).toBe('TARGET_NOT_FOUND');
  expect(circle.mails.length).toBe(mails);
});

test('[RP2] [RP3] nobody reports themselves, nor beyond the daily limit', async ({ circle, report, people: { ana, ben } }) => {
  expect((await report(ana, 'profile', ana.id)).code).toBe('NOT_ALLOWED');
  const codes: (string | null)[] = [];
  for (let nth = 0; nth < 6; nth += 1) codes.push((await report(ana, 'post', await circle.post(ben))).code);
  expect(codes).toEqual([null, null, null, null, null, 'TOO_MANY_REPORTS']);
});

test('[RP4] a report that nobody would read is refused', async ({ circle, db, people: { ana, ben } }) => {
  const post = await circle.post(ben);
  const unread = openCircle(db.database, usualLimits, null);
  try {
    expect((await unread.push(ana, 'settings', rowOf(ana, 'post', post))).code).toBe('NOBODY_READS');
  } finally {
    await unread.close();
  }
});

test('over REST it is the same report: repeated with its key, or sent by another device', async ({
  circle,
  mailsWith,
  people: { ana, ben, dora },
}) => {
  const post = await circle.post(ben, { content: 'Buy my stamps' });
  const target = { target_type: 'post', target_id: post };
  const ask = (by: Member, body: object, key?: string) =>
    circle.rest(by, 'POST', '/reports', body, key === undefined ? {} : { 'idempotency-key': key });
  const first = await ask(ana, { ...target, words: 'No stamps' }, 'one');
  expect([first.status, first.body.data]).toEqual([201, target]);
  expect(await ask(ana, { ...target, words: 'No stamps' }, 'one')).toMatchObject({ status: 201, text: first.text });
  expect((await ask(ana, { ...target, words: 'Others' }, 'one')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await ask(ana, { ...target, words: 'Others' })).status).toBe(201);
  expect(mailsWith('Buy my stamps').map(({ data }) => data.words)).toEqual(['No stamps']);
  expect(await circle.visibleRow(ana, 'settings', rowOf(ana, 'post', post).id)).toMatchObject({ value: 'No stamps' });

  const refused = async (by: Member, body: object) => {
    const { status, body: answer } = await ask(by, body);
    return [status, answer.code];
  };
  expect(await refused(ben, target)).toEqual([403, 'NOT_ALLOWED']);
  expect(await refused(dora, target)).toEqual([404, 'TARGET_NOT_FOUND']);
  for (const body of [
    {},
    { ...target, target_type: 'group' },
    { ...target, target_id: 'x' },
    { ...target, words: 'x'.repeat(REPORT_WORDS_MAX + 1) },
  ])
    expect((await ask(ana, body)).status, JSON.stringify(body)).toBe(422);
});

test('an invalid report is refused', async ({ circle, report, people: { ana, ben } }) => {
  const post = await circle.post(ben);
  expect((await report(ana, 'post', post, 'x'.repeat(REPORT_WORDS_MAX + 1))).code).toBe('INVALID');
  for (const key of [`reported|post`, `reported|friend|${post}`, `reported|${post}`]) {
    const answer = await circle.push(ana, 'settings', { id: settingId(ana.id, key), user_id: ana.id, key, value: '' });
    expect(['INVALID', 'UNKNOWN_WRITE'], key).toContain(answer.code);
  }
});
