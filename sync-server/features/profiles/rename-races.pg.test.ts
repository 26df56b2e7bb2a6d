/** A change of a profile and an invitation at the same moment: whichever commits first, devices show the new name and photo beside it. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { begin } from '../../../tests/support/lock-waits.ts';
import { plainPhoto } from '../../../tests/support/photos.ts';
import type { Engine } from '../../sync/engine.ts';
import { pushProfile } from './push-profile.ts';
import { storeProfilePicture } from './store-profile-picture.ts';
import { updateProfile } from './update-profile.ts';

const test = circleTest
  /** Ana and Ben are friends; Carl is a stranger to both. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    return { ana, ben, carl };
  })
  /**
   * An engine whose next act begins this push when it has done its part, and commits once the push is answered or waits for a lock. Its
   * answer comes after the act.
   */
  .extend('before', ({ circle, db }) => (push: () => Promise<PushAnswer>) => {
    let begun: Awaited<ReturnType<typeof begin<PushAnswer>>> | undefined;
    const engine: Engine = {
      ...circle.engine,
      run: (actor, write, act) =>
        circle.engine.run(actor, write, async (context): Promise<Verdict> => {
          const verdict = await act(context);
          begun = await begin(db.sql, push);
          return verdict;
        }),
    };
    return { engine, answer: async () => (await begun?.ended) ?? null, hasWaited: () => begun?.waits ?? false };
  });

const ways: Readonly<Record<string, (engine: Engine, member: Member, stored: Record<string, unknown>) => Promise<unknown>>> = {
  'a new name that a device pushes': (engine, { id }, stored) => {
    const change = {
      collection: 'profiles' as const,
      assumed: [String(stored.write_id)],
      document: { ...stored, id, write_id: uuid(), name: 'Renamed' },
    };
    return engine.run({ userId: id }, change.document.write_id, (context) => pushProfile(context, change));
  },
  'a new name': (engine, { id }) => engine.run({ userId: id }, uuid(), (context) => updateProfile(context, { id, name: 'Renamed' })),
  'a photo from a provider': async (engine, { id }) => storeProfilePicture(engine, id, await plainPhoto('#00ff00'), 'any'),
};

test.for(Object.keys(ways))('%s is waited for by an invitation that shows it', async (way, { circle, people: { ana, carl }, before }) => {
  const profile = async (): Promise<Record<string, unknown>> => (await circle.visibleRow(carl, 'profiles', carl.id)) ?? {};
  const stored = await profile();
  const { engine, answer } = before(() => circle.push(ana, 'invitations', circle.invitationDocument(ana, { member: carl.id })));
  await ways[way]?.(engine, carl, stored);
  const shown = (await answer())?.document;
  const { name, profile_image_url } = await profile();
  expect([name, profile_image_url]).not.toEqual([stored.name, stored.profile_image_url]);
  expect(shown).toMatchObject({ receiver_name: name, receiver_profile_image_url: profile_image_url });
});

test('a new name is waited for by an invitation into a group, and by a group that its member founds', async ({
  circle,
  people: { ana, ben },
  before,
}) => {
  const group = await circle.group(ana);
  const rename = (engine: Engine, name: string) =>
    engine.run({ userId: ben.id }, uuid(), (context) => updateProfile(context, { id: ben.id, name }));
  const invited = before(() => circle.push(ana, 'invitations', circle.groupInvitationDocument(ana, group, { member: ben.id })));
  await rename(invited.engine, 'Benedict');
  expect((await invited.answer())?.document).toMatchObject({ receiver_name: 'Benedict' });
  // Another device of the same member.
  const founded = before(() => circle.push(ben, 'groups', circle.groupDocument(ben)));
  await rename(founded.engine, 'Benjamin');
  expect(founded.hasWaited()).toBe(true);
  expect((await founded.answer())?.code).toBeNull();
});
