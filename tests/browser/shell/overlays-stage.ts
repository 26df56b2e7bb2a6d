/** Ana's circle, in which everything that lies over a page can be opened. */
import { v7 as uuid } from 'uuid';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Circle } from '../../support/fixtures/server.ts';
import { linkIn } from '../../support/member.ts';
import type { TestServer } from '../../support/server.ts';
import type { AppOptions } from '../../support/start-app.ts';

async function circleOfAna(circle: Circle, server: Pick<TestServer, 'mailTo'>) {
  const [ana, ben, cleo] = [
    await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri'),
    await circle.signUp('Cleo Marsh'),
  ];
  await circle.befriend(ana, ben);
  await circle.befriend(ana, cleo);
  const own = await circle.post(ana, { content: 'From Ana' });
  const secret = await circle.post(ana, { content: 'For nobody yet', audience: 'private' });
  const post = await circle.post(ben, { content: 'From Ben' });
  await circle.react(ana, 'post', post);
  await circle.comment(ana, post, 'Well said');
  await circle.comment(ben, own, 'Thank you');
  // Its bytes never come.
  const photos = await circle.post(ben, { content: 'With a photo', photos: [{ ...examplePhoto, id: uuid(), alt: '' }] });
  const group = await circle.group(ana, ben);
  const message = await circle.message(ana, group, 'Who comes along?');
  await circle.react(ben, 'message', message);
  for (const name of ['Choir', 'Garden']) {
    const { id } = await circle.done(ben, 'groups', circle.groupDocument(ben, name));
    await circle.inviteToGroup(ben, id, ana);
  }
  const asked = `${uuid()}@kith.test`;
  await circle.invite(ana, { email: asked });
  const { pathname, hash } = new URL(linkIn(await server.mailTo(asked), 'invite'));
  return { mailed: `${pathname}${hash}`, ana, ben, cleo, own, secret, post, photos, group };
}
export type World = Awaited<ReturnType<typeof circleOfAna>>;

export const test = browserTest
  // For passkeys.
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ name: 'localhost' }))
  .extend('world', { scope: 'file' }, ({ circle, server }) => circleOfAna(circle, server));
