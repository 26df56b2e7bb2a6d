/**
 * Every route that names something: a hidden thing is answered like one that never existed, byte for byte and at the same cost. 403 is only
 * for acts on visible things. A route that is not tried here fails the test.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { featureRoutes } from '../../sync-server/features/routes.ts';
import { createRateLimits } from '../../sync-server/http/limits/rate-limits.ts';
import { statementsOf } from '../support/statements.ts';
import { giveProfileImage } from '../support/stored-image.ts';
import { type AbuseCast, test } from './abuse-cast.ts';
import type { Ids } from './hidden-pushes.ts';
import { changesBetween } from './stored-rows.ts';

/** Also of what only paths name. */
type PathIds = Ids & { readonly image: string };
type Request = readonly [method: string, route: string, body?: unknown];

/** Every route that names something, with these ids in it. */
const requests = (cast: AbuseCast, ids: PathIds): Request[] => {
  const post = { content: 'x', visibility_type: 'friends' };
  const { post: p, comment: c, member: m, group: g, message: e } = ids;
  return [
    ['GET', `/posts/${p}`],
    ['PUT', `/posts/${p}`, post],
    ['DELETE', `/posts/${p}`],
    ['GET', `/posts/${p}/audience`],
    ['GET', `/posts/${p}/comments`],
    ['POST', `/posts/${p}/comments`, { content: 'x' }],
    ['PATCH', `/posts/${p}/comments/${c}`, { content: 'x' }],
    ['DELETE', `/posts/${p}/comments/${c}`],
    ['POST', '/posts/reactions', { emoji_code: '👍', target_type: 'post', target_id: p }],
    ['POST', '/posts/reactions', { emoji_code: '👍', target_type: 'comment', target_id: c }],
    ...(['post', 'comment', 'message', 'profile'] as const).map((target_type): Request => {
      const target_id = { post: p, comment: c, message: e, profile: m }[target_type];
      return ['POST', '/reports', { target_type, target_id }];
    }),
    ['GET', `/posts/reactions?target_type=post&target_ids=${p},${c}`],
    ['GET', `/profiles/${m}`],
    ['GET', `/friends/${m}/detail`],
    ['DELETE', `/friends/${m}/unfriend`],
    ['GET', `/extended-friends/connection-path?to_user_id=${ids.other}&op_user_id=${m}`],
    ['POST', '/rpc/get_user_relationship_data', { target_user_id: m }],
    ['POST', '/rpc/get_user_friends_list', { target_user_id: m }],
    ['POST', `/friends/invitations/${ids.invitation}/respond`, { status: 'accepted' }],
    ['POST', `/friends/invitations/${ids.invitation}/respond`, { status: 'declined' }],
    ['POST', `/friends/invitations/${ids.invitation}/wait`],
    ['POST', `/friends/invitations/${ids.invitation}/send-again`],
    ['POST', `/friends/invitations/${ids.invitation}/cancel`],
    ['DELETE', `/friends/invitations/${ids.invitation}/cancel`],
    ['PUT', `/notifications/${ids.notification}/read`],
    ['DELETE', `/notifications/${ids.notification}`],
    ['GET', `/images/${ids.image}`],
    ['GET', `/groups/${g}`],
    ['PUT', `/groups/${g}`, { name: 'x' }],
    ['DELETE', `/groups/${g}`],
    ['POST', `/groups/${g}/leave`],
    ['GET', `/groups/${g}/members`],
    ['DELETE', `/groups/${g}/members/${m}`],
    ['PUT', `/groups/${g}/members/${m}/role`, { role: 'admin' }],
    ['GET', `/groups/${g}/invitations`],
    ['POST', `/groups/${g}/invite`, { user_id: cast.people.ben.id }],
    ['POST', `/groups/${cast.groups.own}/invite`, { user_id: m }],
    ['POST', `/groups/invitations/${ids.groupInvitation}/accept`],
    ['POST', `/groups/invitations/${ids.groupInvitation}/decline`],
    ['POST', `/groups/invitations/${ids.groupInvitation}/cancel`],
    ['DELETE', `/groups/invitations/${ids.groupInvitation}/cancel`],
    ['GET', `/groups/${g}/messages`],
    ['POST', `/groups/${g}/messages`, { content: 'x' }],
    ['POST', `/groups/${cast.groups.ours}/messages`, { content: 'x', reply_to_id: e }],
    ...['', `/groups/${g}`, `/groups/${cast.groups.ours}`].flatMap((at): Request[] => [
      ['PUT', `${at}/messages/${e}`, { content: 'x' }],
      ['PATCH', `${at}/messages/${e}`, { content: 'x' }],
      ['DELETE', `${at}/messages/${e}`],
      ['POST', `${at}/messages/${e}/react`, { emoji: '👍' }],
    ]),
  ];
};

/**
 * Routes that are not tried here. Inviting and blocking by id do not require that the member is visible. Images are no
 * JSON. images.pg.test.ts tries those of others and unknown ones, and invite-links.pg.test.ts their links.
 */
const elsewhere = [
  'PUT /images/:id',
  'POST /friends/invite-by-id/:id',
  'PUT /profiles/:id/block',
  'DELETE /profiles/:id/block',
  'DELETE /friends/invite-links/:id',
];

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g;

test('every route with an id in it is tried', ({ cast }) => {
  const { engine, database } = cast.circle;
  const routes = featureRoutes({
    engine,
    database,
    limits: { maxDirectFriends: 8, invitationsPerDay: 20, firstInvitations: 20 },
    rateLimits: createRateLimits(null),
  }).routes;
  const named = new Set(routes.filter((route) => route.path.includes(':')).map((route) => `${route.method} ${route.path}`));
  const nothing = Object.fromEntries(
    ['post', 'comment', 'member', 'other', 'invitation', 'notification', 'group', 'message', 'groupInvitation', 'image'].map((name) => [
      name,
      uuid(),
    ]),
  );
  const tried = requests(cast, nothing as unknown as PathIds).map(
    ([method, path]) => `${method} ${path.replace(/\?.*/, '').replaceAll(anId, ':')}`,
  );
  const missing = [...named].filter((route) => !tried.includes(route.replaceAll(/:\w+/g, ':')) && !elsewhere.includes(route));
  expect(missing).toEqual([]);
});

test('a hidden thing is answered like one that never existed, byte for byte, and costs the same', async ({ cast, db, readRows }) => {
  const { people, hidden, invitations, groups, messages, groupInvitations, circle } = cast;
  const [notifications] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${people.dora.id} limit 1`;
  const real: PathIds = {
    post: hidden.post,
    comment: hidden.comment,
    member: people.dora.id,
    other: people.eli.id,
    invitation: invitations.foreign,
    notification: notifications?.id ?? '',
    group: groups.hidden,
    message: messages.hidden,
    groupInvitation: groupInvitations.hidden,
    image: await giveProfileImage(db.sql, people.dora.id),
  };
  const nothing = () => Object.fromEntries(Object.keys(real).map((name) => [name, uuid()])) as unknown as PathIds;
  const ask = async (ids: PathIds) => {
    const answers = [];
    for (const [method, path, body] of requests(cast, ids)) {
      const { result, statements } = await statementsOf(db, () => circle.rest(people.mal, method, path, body));
      answers.push({
        name: `${method} ${path} ${JSON.stringify(body)}`.replaceAll(anId, 'id'),
        status: result.status,
        text: result.text.replaceAll(anId, 'id'),
        statements,
      });
    }
    return answers;
  };
  await ask(nothing());
  const before = await readRows();
  const answers = await ask(real);
  expect(changesBetween(before, await readRows())).toEqual([]);
  expect(answers).toEqual(await ask(nothing()));
  for (const { name, status, text, statements } of answers) {
    expect([name, statements.length > 0]).toEqual([name, true]);
    expect([name, status === 404 || (status === 200 && /"(items|reactions)":\[\]/.test(text)), text]).toEqual([name, true, text]);
  }
});

test('a disallowed act on a visible thing is forbidden and has no effect', async ({ cast, readRows }) => {
  const { people, seen, groups, messages, groupInvitations, circle } = cast;
  const forbidden: Request[] = [
    ['PUT', `/posts/${seen.post}`, { content: 'x', visibility_type: 'public' }],
    ['DELETE', `/posts/${seen.post}`],
    ['PATCH', `/posts/${seen.post}/comments/${seen.comment}`, { content: 'x' }],
    ['DELETE', `/posts/${seen.post}/comments/${seen.comment}`],
    ['GET', `/friends/${people.cleo.id}/detail`],
    ['PUT', `/groups/${groups.ours}`, { name: 'x' }],
    ['DELETE', `/groups/${groups.ours}`],
    ['DELETE', `/groups/${groups.ours}/members/${people.cleo.id}`],
    ['PUT', `/groups/${groups.ours}/members/${people.mal.id}/role`, { role: 'owner' }],
    ['PUT', `/groups/${groups.admins}/members/${people.mal.id}/role`, { role: 'owner' }],
    ['PUT', `/groups/${groups.admins}`, { name: 'x' }],
    ['DELETE', `/groups/${groups.admins}/members/${people.ben.id}`],
    ['POST', `/groups/${groups.ours}/invite`, { user_id: people.guy.id }],
    ['POST', `/groups/invitations/${groupInvitations.seen}/cancel`],
    ['PUT', `/messages/${messages.seen}`, { content: 'x' }],
    ['DELETE', `/messages/${messages.seen}`],
  ];
  const before = await readRows();
  for (const [method, path, body] of forbidden) {
    const { status, text } = await circle.rest(people.mal, method, path, body);
    expect([method, path, status, text]).toEqual([method, path, 403, expect.stringContaining('"success":false')]);
  }
  expect(changesBetween(before, await readRows())).toEqual([]);
});

test('blocks do not require that the member is visible, and do not reveal whether they exist', async ({ cast }) => {
  const { people, circle } = cast;
  const block = async (id: string) => {
    const set = await circle.rest(people.mal, 'PUT', `/profiles/${id}/block`);
    const taken = await circle.rest(people.mal, 'DELETE', `/profiles/${id}/block`);
    return [set, taken].map(({ status, text }) => `${status} ${text.replaceAll(anId, 'id')}`);
  };
  expect(await block(people.eli.id)).toEqual(await block(uuid()));
});
