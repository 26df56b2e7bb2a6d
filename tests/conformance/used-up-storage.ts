/** Operations that store something, requested by a member who has used up their storage. */
import { v7 as uuid } from 'uuid';
import { onTestFinished } from 'vitest';
import { imageUrl } from '../../schemas/images/image.ts';
import { apiClient } from '../support/api-client.ts';
import type { Circle, Member } from '../support/fixtures/server.ts';
import { plainPhoto } from '../support/photos.ts';
import { type AppOptions, type StartedApp, startApp } from '../support/start-app.ts';
import type { Ask } from './asking.ts';

interface Given {
  readonly on: NonNullable<AppOptions['on']>;
  readonly server: StartedApp;
  readonly circle: Circle;
  readonly member: Member;
  readonly ask: Ask;
}

/**
 * Starts a server with little storage per member, and fills it. Returns the operations that were not refused, with their status; empty
 * where all were refused.
 */
export async function notRefused({ on, server, circle, member, ask }: Given): Promise<string[]> {
  const [post, group] = [await circle.post(member), await circle.group(member)];
  const other = await circle.signUp(`Friend ${uuid().slice(-6)}`);
  await circle.befriend(member, other);
  const theirs = await circle.post(other);
  await server.sql`
    insert into posts (id, author_id, content, visibility_type, write_id)
    select gen_random_uuid(), ${member.id}, repeat('x', 5000), 'private', gen_random_uuid() from generate_series(1, 250)`;
  const full = await startApp({ on, name: 'localhost', env: { PUBLIC_URL: server.url, MAX_MEMBER_MB: '1' } });
  onTestFinished(() => full.close());
  const client = apiClient(full.url);
  client.use(member.client.token());

  const image = uuid();
  await member.client.put('/api/profiles/me', { profile_image_url: imageUrl(image) });
  const said = { content: 'one more', visibility_type: 'private' };
  const photo = await plainPhoto('#0000ff');
  const requests: readonly (readonly [method: string, path: string, body: unknown, headers?: Record<string, string>])[] = [
    ['POST', '/posts', said],
    ['PUT', `/posts/${post}`, said],
    ['POST', `/posts/${post}/comments`, { content: 'one more' }],
    ['POST', '/groups', { name: 'One more' }],
    ['PUT', `/groups/${group}`, { name: 'Another name' }],
    ['POST', `/groups/${group}/messages`, { content: 'one more' }],
    ['POST', '/friends/invite', { id: uuid(), email: `${uuid()}@kith.test` }],
    ['POST', '/reports', { target_type: 'post', target_id: theirs }],
    ['PUT', `/images/${image}`, photo, { 'content-type': 'image/png' }],
    ['PUT', `/images/${image}`, 'x'.repeat(10_000), { 'content-type': 'image/png', 'content-range': 'bytes 0-9999/20000' }],
    ['POST', '/profiles/me/image', photo, { 'content-type': 'image/png' }],
  ];
  const done: string[] = [];
  for (const [method, path, body, headers] of requests) {
    const { status, body: answer } = await ask({ client }, method, path, body, headers);
    if (status !== 409 || answer.code !== 'STORAGE_USED_UP') done.push(`${method} ${path}: ${status} ${answer.code ?? ''}`);
  }
  return done;
}
