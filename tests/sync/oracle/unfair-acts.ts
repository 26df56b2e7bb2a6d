/** Acts that no page offers, on rows that the member may never have seen. */
import { comment, deletedComment, invitation, newPost, setting, takenLink } from './acts.ts';
import { groupInvitation, message } from './acts-in-groups.ts';
import { sentBytes, shapeOf } from './acts-with-photos.ts';
import type { MessageFact, PhotoFact } from './facts.ts';
import { namedPhoto } from './photo-acts.ts';
import { chosenFrom, type Deed, reaction, type Scene, someoneElse, write } from './scene.ts';

const anyGroup = (scene: Scene) => chosenFrom([...scene.facts.groups.values()], scene.pick);
const anyMessage = (scene: Scene) => chosenFrom([...scene.facts.messages.values()], scene.pick);

const anyPost = (scene: Scene) => chosenFrom([...scene.facts.posts.values()], scene.pick);
const anyComment = (scene: Scene) => chosenFrom([...scene.facts.comments.values()], scene.pick);

/** Contains all fields, because the device may never have received the message. The next act reads this local row. */
const changedMessage = (
  scene: Scene,
  { id, group, replyTo }: MessageFact,
  fields: { content: string; photos: MessageFact['photos']; is_deleted: boolean },
) => ({
  write: write('group_messages', id, { group_id: group, sender_id: scene.me.id, reply_to_id: replyTo, ...fields }),
});

/** A photo that another row has or had, or the id of what is no photo. */
function anyUsedId({ facts, pick, other }: Scene): string | undefined {
  const used = [[...facts.photoIds], [...facts.dead], [...facts.posts.keys()]].flat().sort();
  return used[(8 * pick + other) % Math.max(1, used.length)];
}

/** The photos that rows name now, those of one member or all. */
const photosNow = ({ facts }: Scene, of?: string): readonly PhotoFact[] =>
  [...facts.photoIds].flatMap((id) => {
    const named = namedPhoto(facts, id);
    return named && (of === undefined || named.owner === of) ? [named.photo] : [];
  });

const photoWith = (id: string): PhotoFact => ({ id, width: 8, height: 6, thumbhash: '', alt: '' });

/** The acts that no page offers, on rows that the member may never have seen. */
export const unfairActs: Readonly<Record<string, Deed>> = {
  'write in another name': (scene) => {
    const one = someoneElse(scene);
    const plan = newPost(scene).write;
    return one && plan ? { write: { ...plan, fields: { ...plan.fields, author_id: one.id } } } : null;
  },
  'comment in another name': (scene) => {
    const [one, post] = [someoneElse(scene), chosenFrom(scene.rows('posts'), scene.pick)];
    const plan = post && comment(scene, post.id).write;
    return one && plan ? { write: { ...plan, fields: { ...plan.fields, author_id: one.id } } } : null;
  },
  'comment on any post': (scene) => {
    const post = anyPost(scene);
    return post ? comment(scene, post.id) : null;
  },
  'react to any post': (scene) => {
    const post = anyPost(scene);
    return post ? reaction(scene, 'post', post.id) : null;
  },
  'react to any comment': (scene) => {
    const row = anyComment(scene);
    return row ? reaction(scene, 'comment', row.id) : null;
  },
  'react in another name': (scene) => {
    const [one, post] = [someoneElse(scene), chosenFrom(scene.rows('posts'), scene.pick)];
    const plan = post && reaction({ ...scene, me: one ?? scene.me }, 'post', post.id).write;
    return plan ? { write: plan } : null;
  },
  'take back any reaction': (scene) => {
    const row = chosenFrom([...scene.facts.reactions.values()], scene.pick);
    return row ? { write: write('reactions', row.id, {}, true) } : null;
  },
  'say nothing': (scene) => {
    const [post, group] = [newPost(scene), chosenFrom(scene.rows('groups'), scene.pick)];
    const plan = group && scene.other % 2 === 0 ? message(scene, group.id, null) : post;
    const nothing = { content: '', photos: [] };
    return plan.write && plan.request
      ? {
          write: { ...plan.write, fields: { ...plan.write.fields, ...nothing } },
          request: { ...plan.request, body: { ...plan.request.body, ...nothing } },
        }
      : null;
  },
  'name any photo': (scene) => {
    const id = anyUsedId(scene);
    const [post, group] = [newPost(scene).write, chosenFrom(scene.rows('groups'), scene.pick)];
    const plan = group && scene.other % 2 === 0 ? message(scene, group.id, null).write : post;
    return id && plan ? { write: { ...plan, fields: { ...plan.fields, photos: [photoWith(id)] } } } : null;
  },
  'name any photo in an own post': (scene) => {
    const [id, post] = [
      anyUsedId(scene),
      chosenFrom(
        scene.rows('posts').filter((row) => row.author_id === scene.me.id),
        scene.pick,
      ),
    ];
    return id && post ? { write: write('posts', post.id, { content: scene.text(), photos: [photoWith(id)] }) } : null;
  },
  'give a photo another size': (scene) => {
    const post = chosenFrom(
      scene.rows('posts').filter((row) => row.author_id === scene.me.id && (row.photos as readonly PhotoFact[]).length > 0),
      scene.pick,
    );
    const photos = (post?.photos ?? []) as readonly PhotoFact[];
    return post ? { write: write('posts', post.id, { photos: photos.map((photo) => ({ ...photo, width: photo.width + 1 })) }) } : null;
  },
  'send the bytes of any photo': (scene) => {
    const photo = chosenFrom(photosNow(scene), scene.pick);
    return photo ? sentBytes(photo, shapeOf(photo)) : null;
  },
  'send bytes of another shape': (scene) => {
    const photo = chosenFrom(photosNow(scene, scene.me.id), scene.pick);
    return photo ? sentBytes(photo, shapeOf(photo) === 'wide' ? 'high' : 'wide') : null;
  },
  'send the bytes of what is no photo': (scene) => {
    const id = anyUsedId(scene);
    return id ? sentBytes({ id }, 'wide') : null;
  },
  'edit any post': (scene) => {
    const post = anyPost(scene);
    const fields = { content: scene.text(), photos: post?.photos ?? [], visibility_type: 'friends', specific_user_ids: [] };
    return post
      ? {
          write: write('posts', post.id, { author_id: scene.me.id, ...fields }),
          request: { method: 'PUT', path: `/posts/${post.id}`, body: fields },
        }
      : null;
  },
  'delete any post': (scene) => {
    const post = anyPost(scene);
    return post ? { write: write('posts', post.id, {}, true), request: { method: 'DELETE', path: `/posts/${post.id}` } } : null;
  },
  'edit any comment': (scene) => {
    const row = anyComment(scene);
    const content = scene.text();
    return row
      ? {
          write: write('comments', row.id, { post_id: row.post, author_id: scene.me.id, content, is_deleted: false }),
          request: { method: 'PATCH', path: `/posts/${row.post}/comments/${row.id}`, body: { content } },
        }
      : null;
  },
  'delete any comment': (scene) => {
    const row = anyComment(scene);
    return row ? deletedComment({ id: row.id, post_id: row.post, scope: 0, write_id: '' }) : null;
  },
  'bring back a deleted post': (scene) => {
    const [id] = [...scene.facts.dead].slice(scene.pick % Math.max(1, scene.facts.dead.size));
    const plan = newPost(scene).write;
    return id && plan ? { write: { ...plan, id } } : null;
  },
  'share with anybody': (scene) => {
    const one = someoneElse(scene);
    const plan = newPost(scene).write;
    return one && plan
      ? { write: { ...plan, fields: { ...plan.fields, visibility_type: 'specific', specific_user_ids: [one.id] } } }
      : null;
  },
  'answer any invitation': (scene) => {
    const one = chosenFrom([...scene.facts.invitations.values()], scene.pick);
    return one
      ? {
          write: write('invitations', one.id, { kind: 'friend', status: 'accepted' }),
          request: { method: 'POST', path: `/friends/invitations/${one.id}/respond`, body: { status: 'accepted' } },
        }
      : null;
  },
  'cancel any invitation': (scene) => {
    const one = chosenFrom([...scene.facts.invitations.values()], scene.pick);
    return one
      ? { write: write('invitations', one.id, {}, true), request: { method: 'POST', path: `/friends/invitations/${one.id}/cancel` } }
      : null;
  },
  'take any link': (scene) => takenLink([...scene.facts.links.values()], scene.pick),
  'revoke any link': (scene) => {
    const link = chosenFrom([...scene.facts.links.values()], scene.pick);
    return link ? { request: { method: 'DELETE', path: `/friends/invite-links/${link.id}` } } : null;
  },
  'write into any group': (scene) => {
    const group = anyGroup(scene);
    return group ? message(scene, group.id, null) : null;
  },
  'write into a group in another name': (scene) => {
    const [one, group] = [someoneElse(scene), chosenFrom(scene.rows('groups'), scene.pick)];
    const plan = group && message(scene, group.id, null).write;
    return one && plan ? { write: { ...plan, fields: { ...plan.fields, sender_id: one.id } } } : null;
  },
  'edit any message': (scene) => {
    const one = anyMessage(scene);
    return one ? changedMessage(scene, one, { content: scene.text(), photos: one.photos, is_deleted: false }) : null;
  },
  'delete any message': (scene) => {
    const one = anyMessage(scene);
    return one ? changedMessage(scene, one, { content: '', photos: [], is_deleted: true }) : null;
  },
  'reply to any message': (scene) => {
    const [group, one] = [chosenFrom(scene.rows('groups'), scene.other), anyMessage(scene)];
    return group && one ? message(scene, group.id, one.id) : null;
  },
  'react to any message': (scene) => {
    const one = anyMessage(scene);
    return one ? reaction(scene, 'message', one.id) : null;
  },
  'edit any group': (scene) => {
    const group = anyGroup(scene);
    if (!group) return null;
    return { write: write('groups', group.id, { name: scene.text(), description: null, founder_id: scene.me.id }) };
  },
  'delete any group': (scene) => {
    const group = anyGroup(scene);
    return group ? { write: write('groups', group.id, {}, true) } : null;
  },
  'raise a role': (scene) => {
    const seat = chosenFrom(
      [...scene.facts.seats].map(([id]) => ({ id })),
      scene.pick,
    );
    const role = ['owner', 'admin', 'member'][scene.other % 3];
    return seat ? { write: write('group_members', seat.id, { role }) } : null;
  },
  'take any seat away': (scene) => {
    const seat = chosenFrom(
      [...scene.facts.seats].map(([id]) => ({ id })),
      scene.pick,
    );
    return seat ? { write: write('group_members', seat.id, {}, true) } : null;
  },
  'sit down uninvited': (scene) => {
    const group = anyGroup(scene);
    if (!group) return null;
    return { write: write('group_members', `${group.id}|${scene.me.id}`, { group_id: group.id, user_id: scene.me.id, role: 'member' }) };
  },
  'invite anybody to any group': (scene) => {
    const [group, one] = [anyGroup(scene), someoneElse(scene)];
    return group && one ? groupInvitation(scene, group.id, { receiver_user_id: one.id, invited_email: null }) : null;
  },
  'answer any invitation to a group': (scene) => {
    const one = chosenFrom([...scene.facts.groupInvitations.values()], scene.pick);
    return one ? { write: write('invitations', one.id, { kind: 'group', status: 'accepted' }) } : null;
  },
  'cancel any invitation to a group': (scene) => {
    const one = chosenFrom([...scene.facts.groupInvitations.values()], scene.pick);
    return one ? { write: write('invitations', one.id, {}, true) } : null;
  },
  'block oneself': (scene) => setting(scene, `blocked|${scene.me.id}`, 'on'),
  "set another's setting": (scene) => {
    const one = someoneElse(scene);
    return one ? { write: write('settings', `${one.id}|theme`, { user_id: one.id, key: 'theme', value: 'dark' }) } : null;
  },
  'mute any group': (scene) => {
    const group = anyGroup(scene);
    return group ? setting(scene, `group_muted|${group.id}`, 'on') : null;
  },
  'set what there is not': (scene) => setting(scene, scene.pick % 2 === 0 ? 'colour' : 'theme', 'pink'),
  'invite oneself': (scene) => invitation(scene, { invited_email: scene.me.email, receiver_user_id: null }),
  'end the friendship of others': (scene) => {
    const [id] = [...scene.facts.friends.keys()].slice(scene.pick % Math.max(1, scene.facts.friends.size));
    return id ? { write: write('friends', id, {}, true) } : null;
  },
  'befriend by force': (scene) => {
    const one = someoneElse(scene);
    return one
      ? { write: write('friends', `${scene.me.id}|${one.id}`, { user_id: scene.me.id, friend_id: one.id, created_at: scene.now }) }
      : null;
  },
  "change another's profile": (scene) => {
    const one = someoneElse(scene);
    return one ? { write: write('profiles', one.id, { name: scene.text(), bio: '', location: '', interests: [] }) } : null;
  },
};
