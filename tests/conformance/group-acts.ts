/** Acts in a group, each answer checked against the document: inviting, roles, leaving, and messages by both of their addresses. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { GROUPS_OWNED_MAX } from '../../schemas/groups/group-limits.ts';
import type { Circle, Member } from '../support/fixtures/server.ts';
import type { StartedApp } from '../support/start-app.ts';
import { type Ask, is } from './asking.ts';
import type { Neighbours } from './neighbours.ts';

interface Given {
  readonly ask: Ask;
  readonly circle: Circle;
  readonly server: StartedApp;
  readonly people: Neighbours;
}

/** Ana makes a group, Ben declines, joins and becomes an admin, and both write, change and delete messages. */
export async function groupsAndMessages({ ask, circle, server, people: { ana, ben } }: Given): Promise<void> {
  const eli: Member = await circle.signUp('Eli');
  await circle.befriend(ana, eli);
  const group = (await ask(ana, 'POST', '/groups', { name: 'walks' })).body.data.id;
  const at = `/groups/${group}`;
  expect(await ask(ana, 'POST', '/groups', { name: 'walks', invited_user_ids: [uuid()] })).toMatchObject(is(404));
  expect(await ask(ana, 'GET', '/groups')).toMatchObject(is(200));
  expect(await ask(ana, 'GET', '/groups/invitations')).toMatchObject(is(200));
  // No group has this id.
  for (const method of ['PUT', 'DELETE'])
    expect(await ask(ana, method, '/groups/invitations', method === 'PUT' ? { name: 'x' } : undefined)).toMatchObject({
      status: 404,
      body: { code: 'GROUP_NOT_FOUND' },
    });
  expect(await ask(ana, 'PUT', at, { name: 'long walks' })).toMatchObject(is(200));
  expect(await ask(ana, 'GET', at)).toMatchObject({ body: { data: { name: 'long walks' } } });
  expect(await ask(ana, 'POST', `${at}/invite`, { user_id: ana.id })).toMatchObject(is(409));
  const invite = async (who: Member) => (await ask(ana, 'POST', `${at}/invite`, { user_id: who.id })).body.data.id;
  const first = await invite(ben);
  expect(await ask(ana, 'GET', `${at}/invitations`)).toMatchObject({ body: { data: { items: [{ id: first }] } } });
  expect(await ask(ben, 'POST', `/groups/invitations/${first}/decline`)).toMatchObject(is(200));
  expect(await ask(ben, 'POST', `/groups/invitations/${first}/decline`)).toMatchObject(is(409));
  expect(await ask(ana, 'POST', `/groups/invitations/${first}/cancel`)).toMatchObject(is(200));
  expect(await ask(ana, 'DELETE', `/groups/invitations/${await invite(ben)}/cancel`)).toMatchObject(is(200));
  const second = await invite(ben);
  expect(await ask(ben, 'POST', `/groups/invitations/${second}/accept`)).toMatchObject(is(200));
  expect(await ask(ben, 'POST', `/groups/invitations/${second}/accept`)).toMatchObject(is(409));
  expect(await ask(ben, 'POST', `${at}/invite`, { user_id: eli.id })).toMatchObject(is(403));
  expect(await ask(ana, 'GET', `${at}/members?limit=x`)).toMatchObject(is(400));
  expect(await ask(ana, 'GET', `${at}/members`)).toMatchObject({ body: { data: { items: [{}, {}] } } });
  expect(await ask(ben, 'PUT', at, { name: 'mine' })).toMatchObject(is(403));
  expect(await ask(ben, 'DELETE', at)).toMatchObject(is(403));
  expect(await ask(ben, 'DELETE', `${at}/members/${ana.id}`)).toMatchObject(is(403));
  expect(await ask(ben, 'PUT', `${at}/members/${ben.id}/role`, { role: 'owner' })).toMatchObject(is(403));
  expect(await ask(ana, 'DELETE', `${at}/members/${ana.id}`)).toMatchObject(is(409));
  expect(await ask(ana, 'PUT', `${at}/members/${ben.id}/role`, { role: 'admin' })).toMatchObject(is(200));
  await server.sql`
    with owned as (
      insert into groups (id, name, founder_id, write_id)
      select gen_random_uuid(), 'walks', ${ben.id}, gen_random_uuid() from generate_series(1, ${GROUPS_OWNED_MAX}) returning id
    )
    insert into group_members (group_id, user_id, role, write_id) select id, ${ben.id}, 'owner', gen_random_uuid() from owned`;
  expect(await ask(ana, 'PUT', `${at}/members/${ben.id}/role`, { role: 'owner' })).toMatchObject(is(409));
  const third = await invite(eli);
  for (const method of ['POST', 'DELETE']) expect(await ask(ben, method, `/groups/invitations/${third}/cancel`)).toMatchObject(is(403));
  expect(await ask(ana, 'POST', `${at}/leave`)).toMatchObject(is(409));

  const message = (await ask(ana, 'POST', `${at}/messages`, { content: 'ten o’clock' })).body.data.id;
  expect(await ask(ben, 'GET', `${at}/messages`)).toMatchObject({ body: { data: { items: [{ id: message }] } } });
  expect(await ask(ben, 'GET', `${at}/messages?limit=0`)).toMatchObject(is(400));
  for (const path of [`/messages/${message}`, `${at}/messages/${message}`]) {
    expect(await ask(ben, 'POST', `${path}/react`, { emoji: '👍' })).toMatchObject(is(200));
    for (const method of ['PUT', 'PATCH']) {
      expect(await ask(ben, method, path, { content: 'x' })).toMatchObject(is(403));
      expect(await ask(ana, method, path, { content: 'eleven' })).toMatchObject(is(200));
    }
    expect(await ask(ben, 'DELETE', path)).toMatchObject(is(403));
  }
  expect(await ask(ana, 'DELETE', `/messages/${message}`)).toMatchObject(is(200));
  expect(await ask(ana, 'DELETE', `${at}/messages/${message}`)).toMatchObject(is(200));
  for (const path of [`/messages/${message}`, `${at}/messages/${message}`]) {
    for (const method of ['PUT', 'PATCH']) expect(await ask(ana, method, path, { content: 'again' })).toMatchObject(is(409));
    expect(await ask(ben, 'POST', `${path}/react`, { emoji: '👍' })).toMatchObject(is(409));
  }
  expect(await ask(ben, 'POST', `${at}/leave`)).toMatchObject(is(200));
  expect(await ask(eli, 'POST', `/groups/invitations/${third}/accept`)).toMatchObject(is(200));
  expect(await ask(ana, 'DELETE', `${at}/members/${eli.id}`)).toMatchObject(is(200));
  expect(await ask(ana, 'DELETE', at)).toMatchObject(is(200));
}
