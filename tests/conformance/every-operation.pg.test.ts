/**
 * Calls every operation of the document with each status that it declares, and checks the answers against the document. 429 is left out:
 * rate limits have their own tests.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { SETTINGS_MAX } from '../../schemas/profiles/setting-limits.ts';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync-limits.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { failuresOf, type Operation } from '../../sync-server/api-document/operation.ts';
import { serverKey } from '../../sync-server/db/server-key.ts';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { MAIL_TOKEN_KEY, mailTokenOf } from '../../sync-server/features/push/mail/mail-token.ts';
import { checkAnswer } from '../support/answer-check.ts';
import { apiClient } from '../support/api-client.ts';
import { openChannel } from '../support/channel-client.ts';
import { type Member, test as serverTest } from '../support/fixtures/server.ts';
import { startRealProvider } from '../support/oidc-provider.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPushService } from '../support/push-service.ts';
import { type AppOptions, startApp } from '../support/start-app.ts';
import { askNoting, is } from './asking.ts';
import { deleteAccountDuringRequests, exportTwice } from './concurrent-requests.ts';
import { groupsAndMessages } from './group-acts.ts';
import { neighboursIn } from './neighbours.ts';
import { notRefused } from './used-up-storage.ts';
import { byInvitation, byPasskeyAndCode, byPassword, byProvider } from './ways-in.ts';

const sync = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };

const test = serverTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startRealProvider();
    onCleanup(() => provider.close());
    return provider;
  })
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('pushService', { scope: 'file' }, async ({}, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  // Passkeys belong to a hostname, not to an IP address.
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ provider, pushService }): AppOptions => ({
      name: 'localhost',
      env: { ...provider.env, PUSH_HOSTS: pushService.host },
      pushTrusted: [pushService.certificate],
    }),
  )
  /** A second server over the same database, without an identity provider and with rate limits. */
  .extend('plain', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    const plain = await startApp({ on: db, name: 'localhost', env: { PUBLIC_URL: server.url, RATE_LIMITS: '1' } });
    onCleanup(() => plain.close());
    return plain;
  })
  .extend('reached', { scope: 'file' }, () => new Set<string>())
  .extend('ask', { scope: 'file' }, ({ reached }) => askNoting(reached))
  .extend('people', { scope: 'file' }, ({ circle }) => neighboursIn(circle));

const pathOf = (operation: Operation): string => operation.path.replaceAll(/:\w+/g, () => uuid());

test('requests without a session are asked to sign in', async ({ ask, server }) => {
  const nobody = { client: apiClient(server.url) };
  for (const operation of allOperations.filter(({ access }) => access === 'member'))
    expect([operation.id, (await ask(nobody, operation.method, pathOf(operation))).status]).toEqual([operation.id, 401]);
});

test('bodies that are missing, too large, or of another type or shape', async ({ ask, people: { dora } }) => {
  const ended = { 'idempotency-key': 'x'.repeat(201) };
  for (const operation of allOperations) {
    const { method, id, tag, body, repeatable, sameOrigin } = operation;
    const headers: Record<string, string> = tag === 'Sync' ? sync : {};
    const send = async (sent: unknown, more: Record<string, string> = {}) =>
      (await ask(dora, method, pathOf(operation), sent, { ...headers, ...more })).status;
    if (sameOrigin) expect([id, await send(undefined, { 'sec-fetch-site': 'cross-site' })]).toEqual([id, 403]);
    if (body) {
      expect([id, await send('{')]).toEqual([id, 400]);
      expect([id, await send('{"a":1}', { 'content-type': 'text/plain' })]).toEqual([id, 415]);
      expect([id, await send(`{"a":"${'x'.repeat(MAX_BODY_BYTES)}"}`)]).toEqual([id, 413]);
      expect([id, await send('[]')]).toEqual([id, 422]);
    }
    if (repeatable && !operation.upload) expect([id, await send(body?.example, ended)]).toEqual([id, 400]);
  }
});

test('ids that do not exist, and texts that are no ids, are not found', async ({ ask, people: { dora } }) => {
  // A block does not require that its target is visible: the answer is the same whether the member exists.
  const blind = ['block', 'unblock'];
  for (const operation of allOperations) {
    const { method, id, body, path, upload } = operation;
    if (!path.includes(':') || !failuresOf(operation).some(({ status }) => status === 404)) continue;
    const sent = upload ? undefined : body?.example;
    expect([id, (await ask(dora, method, path.replaceAll(/:\w+/g, 'no-id'), sent)).status]).toEqual([id, 404]);
    if (!blind.includes(id) && !upload) expect([id, (await ask(dora, method, pathOf(operation), sent)).status]).toEqual([id, 404]);
  }
});

test('posts, comments and reactions', async ({ ask, people: { ana, ben, cleo } }) => {
  const body = { content: 'plum cake', visibility_type: 'friends' };
  const post = (await ask(ana, 'POST', '/posts', body, { 'idempotency-key': 'post' })).body.data.id;
  expect(await ask(ana, 'POST', '/posts', { ...body, content: 'other' }, { 'idempotency-key': 'post' })).toMatchObject(is(422));
  const named = uuid();
  expect(await ask(ana, 'POST', '/posts', { ...body, id: named })).toMatchObject(is(201));
  expect(await ask(ben, 'POST', '/posts', { ...body, id: named })).toMatchObject(is(404));
  expect(await ask(ana, 'POST', '/posts', { ...body, visibility_type: 'specific' })).toMatchObject(is(422));
  expect(await ask(ana, 'GET', '/posts')).toMatchObject(is(200));
  expect(await ask(ana, 'GET', '/posts?limit=x')).toMatchObject(is(400));
  expect(await ask(ana, 'GET', '/posts', undefined, { range: 'items=0-4' })).toMatchObject(is(206));
  expect(await ask(ana, 'GET', '/posts', undefined, { range: 'items=900-' })).toMatchObject(is(416));
  expect(await ask(ben, 'GET', `/posts/${post}`)).toMatchObject(is(200));
  expect(await ask(ana, 'GET', `/posts/${post}/audience`)).toMatchObject({ body: { data: { list_shown: true } } });
  expect(await ask(ben, 'PUT', `/posts/${post}`, body)).toMatchObject(is(403));
  expect(await ask(ben, 'DELETE', `/posts/${post}`)).toMatchObject(is(403));
  expect(await ask(ana, 'PUT', `/posts/${post}`, { ...body, visibility_type: 'public' })).toMatchObject(is(200));

  const comments = `/posts/${post}/comments`;
  const comment = (await ask(ben, 'POST', comments, { content: 'cream?' })).body.data.id;
  expect(await ask(cleo, 'GET', comments)).toMatchObject({ status: 200, body: { data: { items: [{ id: comment }] } } });
  expect(await ask(cleo, 'GET', `${comments}?limit=x`)).toMatchObject(is(400));
  expect(await ask(cleo, 'PATCH', `${comments}/${comment}`, { content: 'x' })).toMatchObject(is(403));
  expect(await ask(cleo, 'DELETE', `${comments}/${comment}`)).toMatchObject(is(403));
  expect(await ask(ben, 'PATCH', `${comments}/${comment}`, { content: 'with cream?' })).toMatchObject(is(200));
  const react = { emoji_code: '❤', target_type: 'comment', target_id: comment };
  expect(await ask(ana, 'POST', '/posts/reactions', react)).toMatchObject({ body: { data: { action: 'added' } } });
  expect(await ask(ana, 'GET', `/posts/reactions?target_type=comment&target_ids=${comment}`)).toMatchObject(is(200));
  expect(await ask(ana, 'GET', '/posts/reactions?target_type=x')).toMatchObject(is(422));
  expect(await ask(ana, 'POST', '/posts/reactions', { ...react, target_id: uuid() })).toMatchObject(is(404));
  expect(await ask(cleo, 'GET', `/extended-friends/connection-path?op_user_id=${ana.id}&to_user_id=${ben.id}`)).toMatchObject(is(200));
  expect(await ask(ana, 'GET', '/extended-friends/connection-path')).toMatchObject(is(404));
  const report = (who: Member, target_type: string, target_id: string, words?: string) =>
    ask(who, 'POST', '/reports', { target_type, target_id, words });
  expect(await report(ben, 'post', post, 'too sweet')).toMatchObject({
    status: 201,
    body: { data: { target_type: 'post', target_id: post } },
  });
  expect(await report(ben, 'post', post)).toMatchObject(is(201));
  expect(await report(ana, 'post', post)).toMatchObject(is(403));
  expect(await report(ana, 'comment', uuid())).toMatchObject(is(404));
  expect(await report(ana, 'comment', comment, 'x'.repeat(1001))).toMatchObject(is(422));
  expect(await ask(ben, 'DELETE', `${comments}/${comment}`)).toMatchObject(is(200));
  expect(await ask(ben, 'PATCH', `${comments}/${comment}`, { content: 'again' })).toMatchObject(is(409));
  expect(await ask(ana, 'POST', '/posts/reactions', react)).toMatchObject(is(409));
  expect(await ask(ana, 'DELETE', `/posts/${post}`)).toMatchObject(is(200));
});

test('friends, invitations and profiles', async ({ ask, server, people: { ana, ben, cleo, dora } }) => {
  for (const path of [
    '/friends',
    '/friends/network',
    '/friends/invitations/sent',
    '/friends/invitations/received',
    '/friends/blocked',
    '/profiles/me',
    '/profiles/me/storage',
  ])
    expect([path, (await ask(ana, 'GET', path)).status]).toEqual([path, 200]);
  for (const path of ['/openapi.json', '/docs', '/docs/first-steps', '/docs/realtime', '/docs/protocol']) {
    const etag = (await ask(ana, 'GET', path)).headers.get('etag') ?? '';
    expect(await ask(ana, 'GET', path, undefined, { 'if-none-match': etag })).toMatchObject(is(304));
  }
  expect(await ask(ana, 'GET', `/friends/${ben.id}/detail`)).toMatchObject({ status: 200, body: { data: { email: ben.email } } });
  expect(await ask(ana, 'GET', `/friends/${cleo.id}/detail`)).toMatchObject(is(403));
  expect(await ask(ana, 'POST', '/rpc/get_user_relationship_data', { target_user_id: cleo.id })).toMatchObject(is(200));
  expect(await ask(ana, 'POST', '/rpc/get_user_friends_list', { target_user_id: ben.id })).toMatchObject(is(200));
  expect(await ask(ana, 'GET', `/profiles/${cleo.id}`)).toMatchObject({ status: 200, body: { data: { email: null } } });
  expect(await ask(ana, 'PUT', '/profiles/me', { bio: 'bakes', theme: 'dark' })).toMatchObject({ body: { data: { theme: 'dark' } } });
  expect(await ask(ana, 'PUT', '/profiles/me', { profile_image_url: '/x' })).toMatchObject({ status: expect.any(Number) });

  expect(await ask(ana, 'POST', '/friends/invite', { email: '' })).toMatchObject(is(422));
  expect(await ask(ana, 'POST', '/friends/invite', { email: ana.email })).toMatchObject({ status: 400, body: { code: 'OWN_ADDRESS' } });
  expect(await ask(ana, 'POST', '/friends/invite', { email: ben.email })).toMatchObject({ status: 409, body: { code: 'ALREADY_FRIENDS' } });
  expect(await ask(ana, 'POST', '/friends/invite', { email: 'somebody@kith.test' })).toMatchObject(is(201));
  expect(await ask(ana, 'POST', '/friends/invite', { user_id: uuid() })).toMatchObject(is(404));
  expect(await ask(ana, 'POST', `/friends/invite-by-id/${ana.id}`)).toMatchObject(is(400));
  const first = (await ask(ana, 'POST', `/friends/invite-by-id/${dora.id}`)).body.data.id;
  expect(await ask(ana, 'POST', `/friends/invite-by-id/${dora.id}`)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } });
  expect(await ask(dora, 'GET', '/friends/invitations/received')).toMatchObject({ body: { data: { items: [{ id: first }] } } });
  expect(await ask(ana, 'POST', `/friends/invitations/${first}/cancel`)).toMatchObject(is(200));
  const second = (await ask(ana, 'POST', `/friends/invite-by-id/${dora.id}`)).body.data.id;
  expect(await ask(ana, 'DELETE', `/friends/invitations/${second}/cancel`)).toMatchObject(is(200));
  const third = (await ask(ana, 'POST', `/friends/invite-by-id/${dora.id}`)).body.data.id;
  expect(await ask(dora, 'POST', `/friends/invitations/${third}/wait`)).toMatchObject(is(200));
  expect(await ask(ana, 'POST', `/friends/invitations/${third}/wait`)).toMatchObject(is(404));
  expect(await ask(dora, 'POST', `/friends/invitations/${third}/respond`, { status: 'rejected' })).toMatchObject({
    body: { data: { status: 'declined' } },
  });
  expect(await ask(dora, 'POST', `/friends/invitations/${third}/respond`, { status: 'accepted' })).toMatchObject(is(409));
  expect(await ask(dora, 'POST', `/friends/invitations/${third}/wait`)).toMatchObject(is(409));
  for (const method of ['POST', 'DELETE'])
    expect((await ask(ana, method, `/friends/invitations/${third}/cancel`)).status).toBeGreaterThan(403);
  const address = `${uuid()}@kith.test`;
  const fourth = (await ask(ana, 'POST', '/friends/invite', { email: address })).body.data.id;
  const again = (who: Member) => ask(who, 'POST', `/friends/invitations/${fourth}/send-again`);
  expect(await again(ana)).toMatchObject({ status: 409, body: { code: 'SENT_TODAY' } });
  await server.sql`update friend_invitations set mailed_at = now() - interval '25 hours' where id = ${fourth}`;
  expect([await again(ben), await again(ana)]).toMatchObject([is(404), is(200)]);
  expect(await ask(ana, 'POST', '/auth/invitations/preview', { token: 'x' })).toMatchObject(is(404));
  expect(await ask(ana, 'POST', '/auth/invitations/preview', { token: fourth })).toMatchObject({
    status: 200,
    body: { data: { email: address } },
  });
  const take = (who: Member, token: string) => ask(who, 'POST', '/friends/invitations/take', { token });
  const look = (who: Member, token: string) => ask(who, 'POST', '/friends/invitations/look', { token });
  expect(await look(cleo, fourth)).toMatchObject({ status: 200, body: { data: { waits_for: 'you', standing: 'open' } } });
  expect(await look(cleo, 'made up')).toMatchObject(is(404));
  expect(await take(ana, fourth)).toMatchObject(is(400));
  expect(await take(ben, fourth)).toMatchObject(is(409));
  expect(await take(cleo, fourth)).toMatchObject(is(200));
  expect(await take(dora, fourth)).toMatchObject(is(404));
  const makeLink = () => ask(dora, 'POST', '/friends/invite-links', { uses: 2 }, { 'idempotency-key': 'link' });
  const link = await makeLink();
  expect(link).toMatchObject(is(201));
  expect(await take(cleo, link.body.data.token)).toMatchObject({ status: 200, body: { data: { waits_for: 'them' } } });
  expect(await ask(dora, 'GET', '/friends/invite-links')).toMatchObject({ body: { data: { items: [{ used: 1 }] } } });
  for (let nth = 0; nth < 4; nth += 1) expect(await ask(dora, 'POST', '/friends/invite-links', {})).toMatchObject(is(201));
  expect(await ask(dora, 'POST', '/friends/invite-links', {})).toMatchObject(is(409));
  expect(await ask(dora, 'DELETE', `/friends/invite-links/${link.body.data.id}`)).toMatchObject(is(200));
  expect(await makeLink()).toMatchObject(is(404));
  for (const method of ['PUT', 'DELETE']) {
    expect(await ask(ana, method, `/profiles/${dora.id}/block`)).toMatchObject(is(200));
    expect(await ask(ana, method, `/profiles/${ana.id}/block`)).toMatchObject(is(403));
  }
  expect(await ask(cleo, 'DELETE', `/friends/${ben.id}/unfriend`)).toMatchObject(is(200));
});

test('a position that is not in the list', async ({ ask, people: { ana } }) => {
  const group = (await ask(ana, 'POST', '/groups', { name: 'walks' })).body.data.id;
  for (const path of ['/groups', '/groups/invitations', `/groups/${group}/invitations`, '/auth/sessions'])
    expect([path, (await ask(ana, 'GET', `${path}?limit=x`)).status]).toEqual([path, 400]);
  for (const path of ['invitations/sent', 'invitations/received', 'blocked'])
    expect([path, (await ask(ana, 'GET', `/friends/${path}?before=x`)).status]).toEqual([path, 400]);
});

test('groups and their messages', ({ ask, circle, server, people }) => groupsAndMessages({ ask, circle, server, people }));

test('notifications, images, the service and sync', async ({ ask, people: { ana, ben } }) => {
  const post = (await ask(ana, 'POST', '/posts', { content: 'hear', visibility_type: 'friends' })).body.data.id;
  await ask(ben, 'POST', `/posts/${post}/comments`, { content: 'heard' });
  const [notification] = (await ask(ana, 'GET', '/notifications')).body.data.items;
  expect(await ask(ana, 'PUT', `/notifications/${notification.id}/read`)).toMatchObject(is(200));
  expect(await ask(ana, 'PUT', '/notifications/read-all')).toMatchObject(is(200));
  expect(await ask(ana, 'DELETE', `/notifications/${notification.id}`)).toMatchObject(is(200));

  const sendImage = (method: string, path: string, body: unknown, more: Record<string, string> = {}) =>
    ask(ana, method, path, body, { 'content-type': 'image/png', ...more });
  const photo = await plainPhoto('#ff0000');
  const named = (await sendImage('POST', '/profiles/me/image', photo)).body.data.profile_image_url;
  const image = named.replace('/api', '');
  expect(await sendImage('PUT', image, photo)).toMatchObject(is(200));
  const shown = await ask(ana, 'GET', image);
  expect(shown).toMatchObject(is(200));
  expect(await ask(ana, 'GET', image, undefined, { 'if-none-match': shown.headers.get('etag') ?? '' })).toMatchObject(is(304));
  const waiting = uuid();
  expect(await ask(ana, 'PUT', '/profiles/me', { profile_image_url: `/api/images/${waiting}` })).toMatchObject(is(200));
  for (const [method, path] of [
    ['POST', '/profiles/me/image'],
    ['PUT', `/images/${waiting}`],
  ] as const) {
    expect(await sendImage(method, path, '%PDF-1.7')).toMatchObject(is(422));
    expect(await sendImage(method, path, 'x'.repeat(6_000_000))).toMatchObject(is(413));
    expect(await sendImage(method, path, 'x', { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': ' ' })).toMatchObject(
      is(400),
    );
  }
  const part = (range: string) => sendImage('PUT', `/images/${waiting}`, 'x'.repeat(10_000), { 'content-range': `bytes ${range}/20000` });
  for (const range of ['0-9999', '0-9999']) expect(await part(range)).toMatchObject(is(202));
  expect(await part('5000-14999')).toMatchObject(is(409));
  expect(await ask(ana, 'DELETE', '/profiles/me/image')).toMatchObject(is(200));
  expect(await sendImage('PUT', image, photo)).toMatchObject(is(404));
  for (const path of [
    '/health',
    '/ready',
    '/openapi.json',
    '/docs',
    '/docs/first-steps',
    '/docs/realtime',
    '/docs/protocol',
    '/auth/providers',
  ])
    expect([path, (await ask(ana, 'GET', path)).status]).toEqual([path, 200]);
  expect(await ask(ana, 'POST', '/misc/contact', { subject: 's', message: 'm' })).toMatchObject({ status: expect.any(Number) });
  expect(
    await ask(ana, 'POST', '/misc/errors', { kind: 'error', name: 'E', message: 'm', frames: [], page: '/', userAgent: 'x' }),
  ).toMatchObject(is(200));

  const pulled = await ask(ana, 'POST', '/sync/pull', { epoch: null, collections: { posts: { checkpoint: {}, limit: 10 } } }, sync);
  expect(pulled.body.collections.posts.documents.length).toBeGreaterThan(0);
  expect(await ask(ana, 'POST', '/sync/push', { changes: [] }, sync)).toMatchObject(is(200));
  for (const path of ['/sync/pull', '/sync/push', '/sync/stream']) expect(await ask(ana, 'POST', path, {})).toMatchObject(is(426));
});

test('where a device is called', async ({ ask, circle, pushService }) => {
  const eve = await circle.signUp('Eve');
  const put = (endpoint: string, keys: object) => ask(eve, 'PUT', '/push/subscription', { endpoint, keys });
  const { key, off } = (await ask(eve, 'GET', '/push/key')).body.data;
  expect(off).toBeNull();
  const { endpoint, keys } = await pushService.subscribe(key);
  expect(await ask(eve, 'POST', '/push/test')).toMatchObject({ status: 409, body: { code: 'PUSH_NOT_ON' } });
  expect(await put('https://10.0.0.1/a', keys)).toMatchObject({ status: 422, body: { code: 'PUSH_ENDPOINT_REFUSED' } });
  expect(await put(endpoint, keys)).toMatchObject(is(200));
  expect(await ask(eve, 'GET', '/push/subscription')).toMatchObject({ status: 200, body: { data: { endpoint, key: keys.p256dh } } });
  expect(await ask(eve, 'POST', '/push/test')).toMatchObject(is(200));
  expect(await ask(eve, 'DELETE', '/push/subscription')).toMatchObject(is(200));
});

test('the account and its sessions', ({ ask, circle, server }) => byPassword({ ask, circle, server }));

test('an invitation by mail', ({ ask, circle, server }) => byInvitation({ ask, circle, server }));

test('passkeys and the second factor', ({ ask, circle, server }) => byPasskeyAndCode({ ask, circle, server }));

test('an identity provider', ({ ask, provider, server, plain }) => byProvider({ ask, provider, server, without: plain }));

test('one export at a time', async ({ ask, server: { sql }, people: { ana } }) => {
  expect(await exportTwice({ ask, sql }, ana)).toEqual([200, 409]);
});

test('an account that is deleted while its member sends requests', async ({ ask, circle, plain, people: { ana } }) => {
  const ida = await circle.signUp('Ida');
  expect(await deleteAccountDuringRequests({ ask, sql: plain.sql, server: plain }, ida, ana)).toEqual({
    leave: 200,
    'leave again': 404,
    'change the profile': 404,
    'set a photo': 404,
    'choose a theme': 401,
    look: 404,
  });
});

test('a member who has used up their storage', async ({ ask, circle, server, db, people: { dora } }) => {
  expect(await notRefused({ on: db, server, circle, member: dora, ask })).toEqual([]);
});

test('a member who has as many settings as a member may have', async ({ ask, circle, server, people: { dora } }) => {
  const full = await circle.signUp(`Full ${uuid().slice(-6)}`);
  await server.sql`
    insert into settings (user_id, key, value, write_id)
    select ${full.id}, 'group_muted|' || gen_random_uuid(), 'on', gen_random_uuid() from generate_series(1, ${SETTINGS_MAX})`;
  for (const [method, path, body] of [
    ['PUT', `/profiles/${dora.id}/block`, undefined],
    ['DELETE', `/profiles/${dora.id}/block`, undefined],
    ['PUT', '/profiles/me', { theme: 'dark' }],
  ] as const) {
    expect(await ask(full, method, path, body)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_SETTINGS' } });
  }
});

test('the page that switches mails off', async ({ ask, db, people: { ana } }) => {
  const token = mailTokenOf(await serverKey(db.database, MAIL_TOKEN_KEY)(), ana.id);
  const path = `/push/mails/${token}`;
  expect([await ask(ana, 'GET', path), await ask(ana, 'POST', path)]).toMatchObject([is(200), is(200)]);
});

test('a stream begins', async ({ reached, server, people: { ana } }) => {
  const gone = new AbortController();
  const headers = { ...sync, authorization: `Bearer ${ana.client.token()}` };
  const { status, headers: said } = await fetch(`${server.url}/api/sync/stream`, { method: 'POST', headers, signal: gone.signal });
  gone.abort();
  reached.add(checkAnswer('POST', '/api/sync/stream', { status, headers: said, body: '' }) ?? '');
});

test('a channel begins', async ({ reached, server, people: { ana } }) => {
  const channel = await openChannel(server.url, 'posts', ana.client.token() ?? '');
  channel.close();
  const answer = { status: channel.status ?? 0, headers: new Headers({ 'content-type': channel.headers['content-type'] ?? '' }), body: '' };
  reached.add(checkAnswer('GET', '/api/realtime/posts', answer) ?? '');
});

test('every declared answer has occurred', ({ reached }) => {
  const declared = allOperations.flatMap((operation) =>
    [...operation.successes.map(({ status }) => status), ...failuresOf(operation).map(({ status }) => status)]
      .filter((status) => status < 500 && status !== 429)
      .map((status) => `${operation.id} ${status}`),
  );
  expect([...new Set(declared)].filter((one) => !reached.has(one))).toEqual([]);
});
