/** A circle with all eight seats taken, and everything that can happen in one: the demo is too quiet for that. */
import { z } from 'zod';
import type { Demo, Person } from './demo-server.ts';

const longText = `We took the slow train along the coast, because nobody was waiting for us and the fast one was full.

${'It stopped at every station that still has a bench. At each of them somebody got off with a bag of oranges, and somebody got on with a story about the one who had got off. '.repeat(9)}

By the time we arrived it was dark, and we knew the whole coast by its first names.`;

/** Answers the invitation that has just come from this inviter. */
async function respond(person: Person, inviter: Person, status: 'accepted' | 'rejected'): Promise<void> {
  const received = await person.list('/friends/invitations/received', z.object({ id: z.string(), inviter_id: z.string() }));
  const invitation = received.find(({ inviter_id }) => inviter_id === inviter.id);
  if (!invitation) throw new Error('The invitation has not come.');
  await person.post(`/friends/invitations/${invitation.id}/respond`, { status });
}

export async function befriend(one: Person, other: Person): Promise<void> {
  await one.post(`/friends/invite-by-id/${other.id}`);
  await respond(other, one, 'accepted');
}

export interface FullTable extends Person {
  readonly shared: string;
  readonly far: string;
  readonly long: string;
  readonly group: string;
  readonly empty: string;
  readonly mira: Person;
  readonly tom: Person;
}

/** Emil Holt, whose circle is full, and what his pictures show. */
export async function fullTable(demo: Demo): Promise<FullTable> {
  const emil = await demo.newcomer('Emil Holt');
  const mira = await demo.newcomer('Mira Sandoval');
  const tom = await demo.newcomer('Tom Ashby');
  const lena = await demo.newcomer('Lena Hoff');
  const oskar = await demo.newcomer('Oskar Lind');
  const femi = await demo.newcomer('Femi Balogun');
  const sanna = await demo.newcomer('Sanna Virtanen');
  const viktor = await demo.newcomer('Viktor Maly');
  const nour = await demo.newcomer('Nour Haddad');
  // Outside of his circle.
  const ada = await demo.newcomer('Ada Moreau');
  const bo = await demo.newcomer('Bo Lindqvist');
  const cleo = await demo.newcomer('Cleo Papadakis');
  const dev = await demo.newcomer('Dev Raman');
  const kai = await demo.newcomer('Kai Nakamura');
  const rosa = await demo.newcomer('Rosa Duarte');
  await emil.put('/profiles/me', { bio: 'Keeps the lighthouse, and the kettle.', location: 'Skagen' });
  await mira.put('/profiles/me', {
    bio: 'Draws maps of places that are still there.',
    location: 'Granada',
    interests: ['maps', 'oranges', 'slow trains'],
  });

  const react = (who: Person, target_type: 'post' | 'comment', target_id: string, emoji_code: string) =>
    who.post('/posts/reactions', { emoji_code, target_type, target_id });
  const post = (who: Person, content: string, visibility_type = 'friends', specific_user_ids?: readonly string[]) =>
    who.create('/posts', { content, visibility_type, specific_user_ids });
  const comment = (who: Person, id: string, content: string) => who.create(`/posts/${id}/comments`, { content });

  for (const friend of [mira, tom, lena, oskar, femi, sanna, viktor]) await befriend(friend, emil);
  for (const [one, other] of [
    [mira, ada],
    [ada, bo],
    [bo, cleo],
    [tom, dev],
    [mira, tom],
    [tom, rosa],
  ] as const)
    await befriend(one, other);

  const long = await post(lena, longText);
  await post(oskar, 'تعلمت اليوم أن الخبز الجيد لا يستعجل. ثلاثة أيام من الانتظار ثم عشر دقائق من السعادة.');
  await post(emil, 'Key to the lamp room is under the third stone. For you only.', 'specific', [mira.id, femi.id, dev.id]);
  await post(emil, 'Note: paint the north railing before the frost.', 'private');
  const shared = await post(emil, 'Fog since Tuesday. I have told the horn every joke I know, and it still only says one thing.', 'public');
  await post(
    oskar,
    'Timetable of the ferry, as promised: https://example.org/ferries/timetables/winter/skagen-to-gothenburg/2026-2027/every-second-sunday-and-holidays.html',
  );
  const far = await post(ada, 'Does anybody know a binder for a very large atlas? It has opinions about shelves.', 'friends_of_friends');
  await comment(cleo, far, 'I know one who takes opinions as payment.');
  const own = await comment(emil, far, 'Ask the lighthouse. We bind everything with rope here.');

  for (const [at, who] of [mira, tom, lena, oskar, femi, sanna, viktor, ada, dev, rosa].entries()) {
    await react(who, 'post', shared, '❤️');
    if (at % 3 === 0) await react(who, 'post', shared, '😂');
    if (at % 4 === 0) await react(who, 'post', shared, '👏');
  }
  await react(emil, 'post', shared, '❤️');
  const first = await comment(tom, shared, 'Have you tried asking it a question?');
  await react(femi, 'comment', first, '😂');
  const gone = await comment(viktor, shared, 'Never mind.');
  await viktor.delete(`/posts/${shared}/comments/${gone}`);
  const mended = await comment(femi, shared, 'Fog is only a cloud that came to visit.');
  await femi.patch(`/posts/${shared}/comments/${mended}`, { content: 'Fog is a cloud that came to visit and forgot to leave.' });
  await comment(emil, shared, 'It says the same to that.');

  const group = await emil.create('/groups', {
    name: 'The long table',
    description: 'Sundays, eight chairs, one pot. Whoever comes first lights the stove.',
    invited_user_ids: [mira.id, tom.id, femi.id, sanna.id, viktor.id],
  });
  for (const who of [mira, tom, femi, viktor]) {
    const invitations = await who.list('/groups/invitations', z.object({ id: z.string(), group_id: z.string() }));
    const invitation = invitations.find(({ group_id }) => group_id === group);
    await who.post(`/groups/invitations/${invitation?.id}/${who === viktor ? 'decline' : 'accept'}`);
  }
  await emil.put(`/groups/${group}/members/${mira.id}/role`, { role: 'admin' });
  const say = (who: Person, content: string, reply_to_id: string | null = null) =>
    who.create(`/groups/${group}/messages`, { content, reply_to_id });
  for (let week = 1; week <= 12; week += 1) {
    await say(mira, `Week ${week}: who is in?`);
    await say(week % 2 === 0 ? tom : femi, week % 3 === 0 ? 'In, with bread.' : 'In.');
  }
  const question = await say(mira, 'Who brings the big pot this Sunday?');
  const taken = await say(tom, 'Wrong group, sorry.');
  await tom.delete(`/groups/${group}/messages/${taken}`);
  const answer = await say(emil, 'I do. It is the only thing here that is bigger than the lamp.', question);
  await emil.patch(`/messages/${answer}`, { content: 'I do. It is the only thing here that is bigger than the lamp. Lid included.' });
  const carrots = await say(femi, 'Then I bring what goes into it: https://example.org/soup/carrots-and-ginger-for-eight');
  for (const who of [mira, tom, emil]) await who.post(`/messages/${carrots}/react`, { emoji: '❤️' });
  await mira.post(`/messages/${carrots}/react`, { emoji: '😮' });
  await say(emil, 'Good.');
  await say(emil, 'Sunday, then. The door is open, mind the fog.');

  const empty = await emil.create('/groups', { name: 'Fog horn', description: null, invited_user_ids: [] });

  // One of each kind of notification, last of all, so that they are next to each other.
  await post(mira, 'New on the map: the bench behind the lighthouse. It was always there, it only had no name.');
  await comment(tom, shared, 'It answered me. It said: fog.');
  await react(femi, 'post', shared, '🤔');
  await react(mira, 'comment', own, '😂');
  await say(mira, 'Sunday it is.');
  await mira.post('/groups', { name: 'Maps and oranges', description: null, invited_user_ids: [emil.id] });
  await emil.post(`/friends/invite-by-id/${rosa.id}`);
  await respond(rosa, emil, 'rejected');
  await kai.post(`/friends/invite-by-id/${emil.id}`);
  await befriend(emil, nour);
  return { ...emil, shared, far, long, group, empty, mira, tom };
}
