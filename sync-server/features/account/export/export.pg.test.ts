/** The export of an account: what it contains and what it does not, and how it ends. */
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { post as postEntity } from '../../../../schemas/posts/post.ts';
import { apiClient } from '../../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { readZip } from '../../../../tests/support/read-zip.ts';
import { pictureOf, sendPhotos } from '../../../../tests/support/sent-photos.ts';
import { someSubscription } from '../../../../tests/support/some-subscription.ts';
import { type AppOptions, startApp } from '../../../../tests/support/start-app.ts';
import { giveProfileImage } from '../../../../tests/support/stored-image.ts';
import { until } from '../../../../tests/support/until.ts';
import { register } from '../../push/subscriptions.ts';

const PATH = '/api/profiles/me/export';
const HOSTILE = '=HYPERLINK("http://x.test")</p><script>alert(1)</script><img src=x onerror=alert(2)> ../../etc/passwd \'"&';

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { beatMs: 20 } }))
  .extend(
    'member',
    ({ circle }) =>
      (name: string): Promise<Member> =>
        circle.signUp(name, { email: `${uuid()}@kith.test` }),
  )
  .extend(
    'ask',
    ({ server }) =>
      (member: Member, signal?: AbortSignal): Promise<Response> =>
        fetch(`${server.url}${PATH}`, { headers: { authorization: `Bearer ${member.client.token()}` }, ...(signal ? { signal } : {}) }),
  )
  .extend('files', ({ ask }) => async (member: Member) => {
    const response = await ask(member);
    expect(response.status).toBe(200);
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    return {
      names: [...files.keys()],
      text: (name: string) => files.get(name)?.toString('utf8') ?? '',
      bytes: (name: string) => files.get(name),
      rows: (part: string) => JSON.parse(files.get(`${part}.json`)?.toString('utf8') ?? 'null') as Record<string, unknown>[],
    };
  })
  /** Rows of the database, as JSON. */
  .extend('table', ({ db }) => async (query: string): Promise<unknown[]> => {
    const rows = await db.sql.unsafe(`select to_jsonb(t) as row from (${query}) t`);
    return rows.map(({ row }) => row as unknown);
  });

const byId = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort();

test('it has every row of the member as the database has it, and nothing of people who are hidden from them', async ({
  server,
  circle,
  member,
  files,
  table,
  db,
}) => {
  const [ana, ben, cem, eve] = await Promise.all([member(HOSTILE.slice(0, 60)), member('Ben'), member('Cem'), member('Eve')]);
  for (const one of [ben, cem, eve]) await circle.befriend(ana, one);
  await circle.befriend(ben, eve);
  await ana.client.put('/api/profiles/me', { bio: HOSTILE, interests: ['=1+1', '../up'], theme: 'dark' });
  const post = await circle.post(ana, { content: HOSTILE });
  await circle.post(ana, { content: 'for one', audience: 'specific', chosen: [ben] });
  await circle.post(ana, { content: 'for nobody', audience: 'private' });
  const bens = await circle.post(ben, { content: 'what Ben wrote' });
  const comment = await circle.comment(ana, bens, 'what Ana says to that');
  await circle.comment(ana, post, 'to herself');
  await circle.react(ana, 'post', bens);
  await circle.react(ana, 'comment', comment, '🎉');
  const group = await circle.group(ben, ana, eve);
  const message = await circle.message(ana, group, 'a message of Ana');
  await circle.react(ana, 'message', message, '❤️');
  await circle.message(ben, group, 'a message of Ben');
  await circle.invite(ana, { email: 'somebody@kith.test' });
  const link = (await ana.client.post('/api/friends/invite-links', { uses: 3 })).body.data;
  await circle.post(eve, { content: 'what Eve wrote' });
  await circle.unfriend(ana, cem);
  await ana.client.put(`/api/profiles/${eve.id}/block`);
  await server.engine.settled();
  const photo = Buffer.from('a photo, as bytes');
  const image = await giveProfileImage(db.sql, ana.id, photo);
  onTestFinished(async () => void (await db.sql`delete from images where id = ${image}`));

  const { sessionId } = await circle.openSession(ana, 'a phone that is called');
  const subscription = someSubscription('https://push.example.net/where-the-phone-is');
  await db.database.write((tx) => register(tx, { sessionId, userId: ana.id }, subscription));

  const zip = await files(ana);
  const its = `'${ana.id}'`;
  const same = async (part: string, query: string) => expect(byId(zip.rows(part)), part).toEqual(byId(await table(query)));
  await same(
    'posts',
    `select ${Object.keys(postEntity.row.shape).filter((field) => field !== 'author_id')} from post_rows where author_id = ${its}`,
  );
  await same(
    'comments',
    `select id, post_id, content, iso_time(created_at) as created_at, iso_time(edited_at) as edited_at from post_comments where author_id = ${its}`,
  );
  await same(
    'messages',
    `select id, group_id, content, photos, reply_to_id, iso_time(created_at) as created_at, iso_time(edited_at) as edited_at from group_messages where sender_id = ${its}`,
  );
  await same(
    'reactions',
    `select target_type, target_id, emoji_code, iso_time(created_at) as created_at from post_reactions where user_id = ${its}
     union all select 'message', message_id, emoji, iso_time(created_at) from group_message_reactions where user_id = ${its}`,
  );
  await same('settings', `select key, value from settings where user_id = ${its}`);
  await same(
    'sessions',
    `select id, device, iso_time(created_at) as created_at, iso_time(last_used_at) as last_used_at,
       id in (select session_id from push_subscriptions) as notices from sessions where user_id = ${its}`,
  );
  expect(zip.rows('sessions').map(({ notices }) => notices)).toEqual([true, false]);
  expect(zip.rows('posts')).toHaveLength(3);
  expect(zip.rows('reactions')).toHaveLength(3);
  expect(zip.rows('profile')).toEqual([
    expect.objectContaining({ id: ana.id, name: ana.name, email: ana.email, bio: HOSTILE, interests: ['=1+1', '../up'] }),
  ]);
  expect(zip.rows('friends')).toEqual([expect.objectContaining({ user_id: ben.id, name: 'Ben', email: ben.email })]);
  expect(zip.rows('groups')).toEqual([expect.objectContaining({ id: group, role: 'member' })]);
  expect(zip.rows('invite_links')).toMatchObject([{ id: link.id, uses: 3, used: 0 }]);
  expect(zip.rows('invitations').some(({ invited_email }) => invited_email === 'somebody@kith.test')).toBe(true);

  const whole = zip.names.map(zip.text).join('\n');
  for (const absent of [
    'what Eve wrote',
    'what Ben wrote',
    'a message of Ben',
    link.token,
    eve.email,
    cem.email,
    'Cem',
    'password',
    'argon2',
    'push.example.net',
    subscription.keys.p256dh,
    subscription.keys.auth,
  ]) {
    expect(whole, absent).not.toContain(absent);
  }
  // Only the setting reveals that somebody is blocked, by their id.
  expect(zip.text('groups.json')).not.toContain('Eve');
  // Readable in a browser from the folder: every link leads to a file, and what members wrote is shown as text.
  const pages = zip.names.filter((name) => name.endsWith('.html'));
  expect(pages).toHaveLength(13);
  for (const page of pages) {
    expect(zip.text(page)).not.toMatch(/<script|<img src=x|onerror=alert\(2\)>/);
    for (const [, target = ''] of zip.text(page).matchAll(/(?:href|src)="([^"]*)"/g)) expect(zip.names, page).toContain(decodeURI(target));
  }
  expect(zip.text('posts.html')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(zip.bytes(`images/${image}.webp`)).toEqual(photo);
  for (const name of zip.names) expect(name).toMatch(/^(?:images\/)?[\w-]+\.(?:json|html|txt|webp)$/);
  for (const part of zip.names.filter((name) => name.endsWith('.json'))) expect(zip.text('README.txt')).toContain(part);
});

test('it has the photos of what the member wrote, beside the pages that show them', async ({ server, circle, member, files }) => {
  const [ana, ben] = await Promise.all([member('../Ana <b>Ribeiro'), member('Ben')]);
  await circle.befriend(ana, ben);
  const group = await circle.group(ben, ana);
  const size = { width: 900, height: 600 };
  const pictures = await Promise.all(
    ['The "cake" <img>', '', 'On its way', 'In the group', 'By Ben', 'Gone again'].map((alt) => pictureOf(size, ['tomato', 'khaki'], alt)),
  );
  const [cake, plain, missing, inGroup, bens, gone] = pictures.map((one) => one.photo);
  if (!cake || !plain || !missing || !inGroup || !bens || !gone) throw new Error('a picture is missing');
  const post = await circle.post(ana, { content: '', photos: [cake, plain, missing] });
  const message = { ...circle.messageDocument(ana, group, 'Look'), photos: [inGroup] };
  await circle.done(ana, 'group_messages', message);
  const removed = { ...circle.messageDocument(ana, group, 'Not that'), photos: [gone] };
  await circle.done(ana, 'group_messages', removed);
  await circle.done(ben, 'group_messages', { ...circle.messageDocument(ben, group, 'And that'), photos: [bens] });
  await sendPhotos(
    server.url,
    circle,
    ana,
    pictures.filter(({ photo }) => photo !== missing && photo !== bens),
  );
  await sendPhotos(
    server.url,
    circle,
    ben,
    pictures.filter(({ photo }) => photo === bens),
  );
  expect((await ana.client.delete(`/api/messages/${removed.id}`)).status).toBe(200);
  // Of a group that they have left they take along what they wrote there.
  await circle.leave(ana, group);

  const zip = await files(ana);
  const [written] = zip.rows('posts') as [{ created_at: string; photos: unknown }];
  const minute = written.created_at.slice(0, 16).replace('T', ' ').replace(':', '.');
  const named = [`photos/posts/${minute} Ana b Ribeiro 1.webp`, `photos/posts/${minute} Ana b Ribeiro 2.webp`];
  expect(written).toMatchObject({
    id: post,
    photos: [
      { ...cake, file: named[0] },
      { ...plain, file: named[1] },
      { ...missing, file: null },
    ],
  });
  const sent = zip.rows('messages').flatMap(({ photos }) => photos as { id: string; file: string | null }[]);
  expect(sent).toMatchObject([{ id: inGroup.id, file: expect.stringMatching(/^photos\/messages\/[\d .-]+ Ana b Ribeiro 1\.webp$/) }]);
  const inZip = zip.names.filter((name) => name.startsWith('photos/'));
  expect(inZip.sort()).toEqual([...named, sent[0]?.file].sort());
  for (const name of inZip) {
    const { format, width } = await sharp(zip.bytes(name)).metadata();
    expect([format, width]).toEqual(['webp', 900]);
  }
  const page = zip.text('posts.html');
  const src = encodeURI(named[0] ?? '');
  expect(page).toContain(`<img src="${src}" alt="The &quot;cake&quot; &lt;img&gt;" width="900" height="600"`);
  expect(page).toMatch(/A photo that has not arrived on the server yet\.<\/em><figcaption>On its way/);
  expect(zip.text('README.txt')).toContain('photos/');
});

test('it ends when nobody reads any more, and then another one may begin', async ({ member, ask, files, db, server }) => {
  const ana = await member('Ana');
  await db.sql`
    insert into posts (id, author_id, content, visibility_type, write_id)
    select gen_random_uuid(), ${ana.id}, (select string_agg(md5(n::text || k::text), '') from generate_series(1, 24) k), 'private', gen_random_uuid()
    from generate_series(1, 20000) n`;
  const leaving = new AbortController();
  const first = await ask(ana, leaving.signal);
  await first.body?.getReader().read();
  // While it runs there is no second export.
  const second = await ask(ana);
  expect([second.status, await second.json()]).toEqual([409, expect.objectContaining({ code: 'EXPORT_RUNNING' })]);
  // A request that comes before the server knows that the first was stopped waits for that.
  const third = files(ana);
  // A request that was sent after it is answered, so the third has arrived.
  expect((await ana.client.get('/api/auth/sessions')).status).toBe(200);
  leaving.abort();
  const zip = await third;
  expect(zip.rows('posts')).toHaveLength(20_000);
  expect(zip.names).toContain('posts-20.html');
  const open = async () =>
    (await db.sql`select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
      .length;
  await until(async () => server.logged.some((line) => line.includes('an export ended before it was complete')));
  await until(async () => (await open()) === 0);
});

test('it breaks off when its session ends', async ({ member, circle, db, server }) => {
  const ana = await member('Ana');
  await db.sql`
    insert into posts (id, author_id, content, visibility_type, write_id)
    select gen_random_uuid(), ${ana.id}, (select string_agg(md5(n::text || k::text), '') from generate_series(1, 24) k), 'private', gen_random_uuid()
    from generate_series(1, 20000) n`;
  const session = await circle.openSession(ana);
  const response = await fetch(`${server.url}${PATH}`, { headers: { authorization: `Bearer ${session.accessToken}` } });
  const reader = response.body?.getReader();
  await reader?.read();
  expect((await ana.client.delete(`/api/auth/sessions/${session.sessionId}`)).status).toBe(200);
  await until(async () => server.logged.some((line) => line.includes('the session of the export ended')));
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  // A reader that continues learns that the archive is not whole.
  await expect(rest()).rejects.toThrow();
});

test('nobody gets one without a session, nor more than a few in an hour', async ({ server, member, db }) => {
  expect((await fetch(`${server.url}${PATH}`)).status).toBe(401);
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  const { email } = await member('Ana');
  const client = apiClient(limited.url);
  client.use((await client.post('/api/auth/sign-in', { email, password: PASSWORD })).body.data.access_token);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await client.get(PATH)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
