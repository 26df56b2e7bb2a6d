/** Invisible characters: no text consists of them alone, and no name or address contains a hidden one, by push or by REST. */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { PASSWORD } from '../support/circle.ts';
import { test as serverTest } from '../support/fixtures/server.ts';

const BLANKS = ['\u200B', '\u2060 \uFEFF', '\u3164', '\u2800\u00AD', '\uFE0F\u200D', '\u202E'] as const;
const HIDING = ['An\u200Ba', 'Ana \u202Emoc.live', 'Ana\u2066', 'A\u00ADna', 'A\u3164na', 'Ana\nBcc'] as const;

const test = serverTest
  /** Ana and Ben, who are friends, with a post and a group of Ana's. */
  .extend('scene', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben, post: await circle.post(ana), group: await circle.group(ana, ben) };
  });

describe('a text of invisible characters', () => {
  test('is refused in a push, as a new row or as a change', async ({ circle, scene: { ana, post, group } }) => {
    const [comment, message] = [await circle.comment(ana, post), await circle.message(ana, group)];
    for (const content of BLANKS) {
      const pushed = [
        ['posts', { ...circle.postDocument(ana), content }],
        ['comments', circle.commentDocument(ana, post, content)],
        ['group_messages', circle.messageDocument(ana, group, content)],
        ['groups', circle.groupDocument(ana, content)],
      ] as const;
      for (const [collection, document] of pushed)
        expect([collection, (await circle.push(ana, collection, document)).code]).toEqual([collection, 'INVALID']);
      const standing = [
        ['posts', post, { content }],
        ['comments', comment, { content }],
        ['group_messages', message, { content }],
        ['groups', group, { name: content }],
        ['profiles', ana.id, { name: content }],
      ] as const;
      for (const [collection, id, change] of standing) {
        const held = await circle.visibleRow(ana, collection, id);
        const changed = { ...held, ...change, id, write_id: uuid() };
        const { code } = await circle.push(ana, collection, changed, [held?.write_id ?? '']);
        expect([collection, code]).toEqual([collection, 'INVALID']);
      }
    }
  });

  test('is refused by REST like a missing text', async ({ scene: { ana, post, group } }) => {
    for (const blank of BLANKS) {
      const asked = [
        ['POST', '/api/posts', { content: blank, visibility_type: 'friends' }],
        ['POST', `/api/posts/${post}/comments`, { content: blank }],
        ['POST', `/api/groups/${group}/messages`, { content: blank }],
        ['POST', '/api/groups', { name: blank }],
        ['PUT', `/api/groups/${group}`, { name: blank }],
        ['PUT', '/api/profiles/me', { name: blank }],
        ['PUT', '/api/auth/user', { name: blank }],
        ['POST', '/api/misc/contact', { subject: blank, message: 'Hello' }],
        ['POST', '/api/misc/contact', { subject: 'Hello', message: blank }],
        ['POST', '/api/auth/sign-up', { email: 'blank@kith.test', password: PASSWORD, name: blank }],
      ] as const;
      for (const [method, path, body] of asked) {
        const unseen = await ana.client.call(method, path, body);
        const missing = await ana.client.call(
          method,
          path,
          Object.fromEntries(Object.entries(body).map(([key, value]) => [key, value === blank ? '' : value])),
        );
        expect([path, unseen.status, unseen.body]).toEqual([path, 422, missing.body]);
      }
    }
    const described = await ana.client.post('/api/groups', { name: 'Walks', description: '\u200B\u2800' });
    expect(described.body.data.description).toBeNull();
  });
});

describe('a name or an address with a hidden character', () => {
  test('is refused in a push', async ({ circle, scene: { ana } }) => {
    for (const name of HIDING) {
      const held = await circle.visibleRow(ana, 'profiles', ana.id);
      const renamed = { ...held, id: ana.id, name, write_id: uuid() };
      expect((await circle.push(ana, 'profiles', renamed, [held?.write_id ?? ''])).code).toBe('INVALID');
      expect((await circle.push(ana, 'groups', circle.groupDocument(ana, name))).code).toBe('INVALID');
    }
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { email: 'be\u00ADn@kith.test' }))).code).toBe('INVALID');
  });

  test('is refused by REST, with the reason', async ({ server, scene: { ana, group } }) => {
    const refused = {
      status: 422,
      body: {
        success: false,
        code: 'HIDDEN_CHARACTERS',
        message: 'This has characters that nobody can see. Please type it again.',
      },
    };
    for (const name of HIDING) {
      const asked = [
        ['POST', '/api/groups', { name }],
        ['PUT', `/api/groups/${group}`, { name }],
        ['PUT', '/api/profiles/me', { name }],
        ['PUT', '/api/profiles/me', { display_name: name }],
        ['PUT', '/api/auth/user', { name }],
        ['POST', '/api/auth/sign-up', { email: 'hides@kith.test', password: PASSWORD, name }],
      ] as const;
      for (const [method, path, body] of asked) expect([path, await ana.client.call(method, path, body)]).toMatchObject([path, refused]);
    }
    const email = 'hid\u200Ces@kith.test';
    for (const [path, body] of [
      ['/api/auth/sign-up', { email, password: PASSWORD, name: 'Hides' }],
      ['/api/auth/forgot-password', { email }],
      ['/api/friends/invite', { email }],
      [`/api/groups/${group}/invite`, { email }],
    ] as const)
      expect([path, await ana.client.post(path, body)]).toMatchObject([path, refused]);
    expect(await server.sql`select from users where email like 'hid%'`).toHaveLength(0);
    expect(
      (await apiClient(server.url).post('/api/auth/sign-up', { email: 'zoe@kith.test', password: PASSWORD, name: 'Zoë 👩‍👩‍👧 ❤️' })).status,
    ).toBe(201);
  });
});
