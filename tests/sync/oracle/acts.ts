/**
 * What members do. Each act is the write that a device makes and, where there is one, the equivalent request. A step of a history names the
 * act; its numbers select the target from what the device shows.
 */
import { groupActs } from './acts-in-groups.ts';
import { photoActs, said } from './acts-with-photos.ts';
import { furtherTexts, furtherTextsIn, type LinkFact } from './facts.ts';
import type { Collection } from './holdings.ts';
import { isOpen } from './link-acts.ts';
import type { Row } from './replica.ts';
import { chosenFrom, type Deed, type Plan, reaction, type Scene, someoneElse, write } from './scene.ts';

export const audiences = ['friends', 'friends_of_friends', 'specific', 'public', 'private'] as const;

/** An audience with its chosen readers. They come from the profiles on the device, as the form offers them. */
function audienceOf(scene: Scene): { visibility_type: string; specific_user_ids: string[] } {
  const visibility_type = audiences[scene.pick % audiences.length] ?? 'friends';
  const offered = scene.rows('profiles').filter(({ id }) => id !== scene.me.id);
  const several = [chosenFrom(offered, scene.other), chosenFrom(offered, scene.other >> 3)].flatMap((row) => (row ? [row.id] : []));
  return { visibility_type, specific_user_ids: visibility_type === 'specific' ? [...new Set(several)] : [] };
}

const furtherTextsOf = (scene: Scene) => Object.fromEntries(Object.keys(furtherTexts).map((field) => [field, scene.text()]));

export function newPost(scene: Scene): Plan {
  const id = scene.newId();
  const fields = { ...said(scene), ...furtherTextsOf(scene), ...audienceOf(scene) };
  return {
    write: write('posts', id, { author_id: scene.me.id, created_at: scene.now, edited_at: null, ...fields }),
    request: { method: 'POST', path: '/posts', body: { id, ...fields } },
  };
}

const ownPost = (scene: Scene) =>
  chosenFrom(
    scene.rows('posts').filter((row) => row.author_id === scene.me.id),
    scene.pick >> 3,
  );

function changedPost(scene: Scene, text: boolean, audience: boolean): Plan | null {
  const post = ownPost(scene);
  if (!post) return null;
  const fields = {
    content: text ? scene.text() : post.content,
    ...(text ? furtherTextsOf(scene) : furtherTextsIn(post)),
    ...(audience ? audienceOf(scene) : { visibility_type: post.visibility_type, specific_user_ids: post.specific_user_ids }),
  };
  return { write: write('posts', post.id, fields), request: { method: 'PUT', path: `/posts/${post.id}`, body: fields } };
}

export function comment(scene: Scene, post: string): Plan {
  const id = scene.newId();
  const content = scene.text();
  return {
    write: write('comments', id, {
      post_id: post,
      author_id: scene.me.id,
      author_name: scene.me.name,
      author_profile_image_url: null,
      content,
      created_at: scene.now,
      edited_at: null,
      is_deleted: false,
    }),
    request: { method: 'POST', path: `/posts/${post}/comments`, body: { id, content } },
  };
}

export function invitation(scene: Scene, to: { invited_email: string | null; receiver_user_id: string | null }): Plan {
  const id = scene.newId();
  const request = to.invited_email
    ? { method: 'POST', path: '/friends/invite', body: { id, email: to.invited_email } }
    : { method: 'POST', path: `/friends/invite-by-id/${to.receiver_user_id}`, body: { id } };
  return {
    write: write('invitations', id, {
      kind: 'friend',
      inviter_id: scene.me.id,
      inviter_name: scene.me.name,
      inviter_email: scene.me.email,
      inviter_profile_image_url: null,
      receiver_name: null,
      receiver_profile_image_url: null,
      group_id: null,
      group_name: null,
      status: 'pending',
      seat: null,
      waits_for_seat: false,
      created_at: scene.now,
      ...to,
    }),
    request,
  };
}

const receivedOne = (scene: Scene) =>
  chosenFrom(
    scene.rows('invitations').filter((row) => row.kind === 'friend' && row.status === 'pending' && row.inviter_id !== scene.me.id),
    scene.pick,
  );

function answered(scene: Scene, status: 'accepted' | 'declined'): Plan | null {
  const one = receivedOne(scene);
  if (!one) return null;
  const fields = status === 'declined' && scene.other % 2 === 0 ? 'rejected' : status;
  return {
    write: write('invitations', one.id, { kind: 'friend', status }),
    request: { method: 'POST', path: `/friends/invitations/${one.id}/respond`, body: { status: fields } },
  };
}

const ownComment = (scene: Scene) =>
  chosenFrom(
    scene.rows('comments').filter((row) => row.author_id === scene.me.id && row.is_deleted === false),
    scene.pick,
  );

export function deletedComment(row: Row | undefined): Plan | null {
  if (!row) return null;
  return {
    write: write('comments', row.id, { is_deleted: true, content: '' }),
    request: { method: 'DELETE', path: `/posts/${row.post_id}/comments/${row.id}` },
  };
}

export const setting = (scene: Scene, key: string, value: string): Plan => ({
  write: write('settings', `${scene.me.id}|${key}`, { user_id: scene.me.id, key, value }),
});

const ownLinks = ({ facts, me }: Scene): LinkFact[] => [...facts.links.values()].filter(({ maker }) => maker === me.id);

export function takenLink(links: readonly LinkFact[], pick: number): Plan | null {
  const link = chosenFrom(links, pick);
  return link ? { request: { method: 'POST', path: '/friends/invitations/take', body: { token: link.token } } } : null;
}

const holdsOwnProfile = (scene: Scene): boolean => scene.rows('profiles').some(({ id }) => id === scene.me.id);

/** The acts that the pages offer. */
export const fairActs: Readonly<Record<string, Deed>> = {
  'invite by id': (scene) => {
    const one = someoneElse(scene);
    return one ? invitation(scene, { invited_email: null, receiver_user_id: one.id }) : null;
  },
  'invite by address': (scene) => {
    const one = someoneElse(scene);
    return one ? invitation(scene, { invited_email: one.email, receiver_user_id: null }) : null;
  },
  'invite a stranger': (scene) => invitation(scene, { invited_email: scene.stranger, receiver_user_id: null }),
  accept: (scene) => answered(scene, 'accepted'),
  decline: (scene) => answered(scene, 'declined'),
  'wait for a seat': (scene) => {
    const one = receivedOne(scene);
    return one
      ? {
          write: write('invitations', one.id, { kind: 'friend', status: 'pending', waits_for_seat: true }),
          request: { method: 'POST', path: `/friends/invitations/${one.id}/wait` },
        }
      : null;
  },
  'cancel an invitation': (scene) => {
    const sent = scene
      .rows('invitations')
      .filter((row) => row.kind === 'friend' && row.inviter_id === scene.me.id && row.status === 'pending');
    const one = chosenFrom(sent, scene.pick);
    return one
      ? { write: write('invitations', one.id, {}, true), request: { method: 'POST', path: `/friends/invitations/${one.id}/cancel` } }
      : null;
  },
  'make a link': (scene) => {
    const open = ownLinks(scene).filter(isOpen);
    // A member with many open links would make no more.
    return open.length < 3 ? { request: { method: 'POST', path: '/friends/invite-links', body: { uses: 1 + (scene.pick % 3) } } } : null;
  },
  'make a link that says yes': (scene) =>
    ownLinks(scene).filter(isOpen).length < 3
      ? { request: { method: 'POST', path: '/friends/invite-links', body: { uses: 1, at_once: true } } }
      : null,
  'revoke a link': (scene) => {
    const link = chosenFrom(ownLinks(scene).filter(isOpen), scene.pick);
    return link ? { request: { method: 'DELETE', path: `/friends/invite-links/${link.id}` } } : null;
  },
  // The maker has shown the link to others, which no device knows about.
  'take a link': (scene) =>
    takenLink(
      [...scene.facts.links.values()].filter((link) => link.maker !== scene.me.id && isOpen(link)),
      scene.pick,
    ),
  unfriend: (scene) => {
    const one = chosenFrom(
      scene.rows('friends').filter((row) => row.user_id === scene.me.id),
      scene.pick,
    );
    return one
      ? { write: write('friends', one.id, {}, true), request: { method: 'DELETE', path: `/friends/${one.friend_id}/unfriend` } }
      : null;
  },
  post: newPost,
  'edit a post': (scene) => changedPost(scene, true, false),
  'change an audience': (scene) => changedPost(scene, false, true),
  'edit a post and its audience': (scene) => changedPost(scene, true, true),
  'delete a post': (scene) => {
    const post = ownPost(scene);
    return post ? { write: write('posts', post.id, {}, true), request: { method: 'DELETE', path: `/posts/${post.id}` } } : null;
  },
  comment: (scene) => {
    const post = chosenFrom(scene.rows('posts'), scene.pick);
    return post ? comment(scene, post.id) : null;
  },
  'edit a comment': (scene) => {
    const row = ownComment(scene);
    const content = scene.text();
    return row
      ? {
          write: write('comments', row.id, { content }),
          request: { method: 'PATCH', path: `/posts/${row.post_id}/comments/${row.id}`, body: { content } },
        }
      : null;
  },
  'delete a comment': (scene) => deletedComment(ownComment(scene)),
  'delete a comment on an own post': (scene) => {
    const own = new Set(
      scene
        .rows('posts')
        .filter((row) => row.author_id === scene.me.id)
        .map(({ id }) => id),
    );
    const others = scene.rows('comments').filter((row) => own.has(String(row.post_id)) && row.author_id !== scene.me.id && !row.is_deleted);
    return deletedComment(chosenFrom(others, scene.pick));
  },
  'react to a post': (scene) => {
    const post = chosenFrom(scene.rows('posts'), scene.pick);
    return post ? reaction(scene, 'post', post.id) : null;
  },
  'react to a comment': (scene) => {
    const row = chosenFrom(scene.rows('comments'), scene.pick);
    return row ? reaction(scene, 'comment', row.id) : null;
  },
  'take a reaction back': (scene) => {
    const own = scene.rows('reactions').filter((row) => row.user_id === scene.me.id);
    const row = chosenFrom(own, scene.pick);
    return row ? { write: write('reactions', row.id, {}, true) } : null;
  },
  ...groupActs,
  ...photoActs,
  rename: (scene) => {
    const name = scene.text();
    if (!holdsOwnProfile(scene)) return null;
    return { write: write('profiles', scene.me.id, { name }), request: { method: 'PUT', path: '/profiles/me', body: { name } } };
  },
  'edit the profile': (scene) => {
    const fields = { bio: scene.text(), interests: [scene.text()] };
    if (!holdsOwnProfile(scene)) return null;
    return { write: write('profiles', scene.me.id, fields), request: { method: 'PUT', path: '/profiles/me', body: fields } };
  },
  'set the theme': (scene) => {
    const value = ['light', 'dark', 'system'][scene.pick % 3] ?? 'dark';
    return {
      write: write('settings', `${scene.me.id}|theme`, { user_id: scene.me.id, key: 'theme', value }),
      request: { method: 'PUT', path: '/profiles/me', body: { theme: value } },
    };
  },
  block: (scene) => {
    const one = someoneElse(scene);
    return one ? { ...setting(scene, `blocked|${one.id}`, 'on'), request: { method: 'PUT', path: `/profiles/${one.id}/block` } } : null;
  },
  unblock: (scene) => {
    const blocked = scene.rows('settings').filter((row) => String(row.key).startsWith('blocked|') && row.value === 'on');
    const one = chosenFrom(blocked, scene.pick);
    if (!one) return null;
    const [, whom] = String(one.key).split('|');
    return { ...setting(scene, String(one.key), 'off'), request: { method: 'DELETE', path: `/profiles/${whom}/block` } };
  },
  'mute a group': (scene) => {
    const group = chosenFrom(scene.rows('groups'), scene.pick);
    return group ? setting(scene, `group_muted|${group.id}`, scene.other % 3 === 0 ? 'off' : 'on') : null;
  },
  'read a group': (scene) => {
    const message = chosenFrom(scene.rows('group_messages'), scene.pick);
    return message ? setting(scene, `group_read|${message.group_id}`, String(message.created_at)) : null;
  },
  'switch notices on or off': (scene) => {
    const type = ['post_created', 'post_commented', 'post_reaction', 'friend_request_sent', 'group_message'][scene.other % 5];
    return setting(scene, `notify_${type}`, scene.pick % 2 === 0 ? 'off' : 'on');
  },
  'read a notice': (scene) => {
    const row = chosenFrom(scene.rows('notifications'), scene.pick);
    return row
      ? { write: write('notifications', row.id, { is_read: true }), request: { method: 'PUT', path: `/notifications/${row.id}/read` } }
      : null;
  },
  'delete a notice': (scene) => {
    const row = chosenFrom(scene.rows('notifications'), scene.pick);
    return row
      ? { write: write('notifications', row.id, {}, true), request: { method: 'DELETE', path: `/notifications/${row.id}` } }
      : null;
  },
  'read all notices': (scene) => {
    const request = { method: 'PUT', path: '/notifications/read-all' };
    const newest = scene
      .rows('notifications')
      .map((row) => String(row.created_at))
      .sort()
      .at(-1);
    return newest === undefined ? { request } : { ...setting(scene, 'notifications_read', newest), request };
  },
};

const instead = ['join a group', 'accept', 'invite to a group', 'send a message', 'comment', 'react to a message', 'make a member admin'];
const always = ['found a group', 'post', 'set the theme', 'invite by id'];

/** The act of the step. Where it has no target, another act that leads towards one. */
export function firstPossible(does: string, act: Deed, scene: Scene, kept: readonly Collection[]): [string, Plan] {
  const possible = (plan: Plan | null | undefined) => (plan && (!plan.write || kept.includes(plan.write.collection)) ? plan : null);
  const plan = possible(act(scene));
  if (plan) return [does, plan];
  const from = scene.other % instead.length;
  for (const other of [...instead.slice(from), ...instead.slice(0, from), ...always.slice(scene.pick % 2), ...always]) {
    const another = possible(fairActs[other]?.(scene));
    if (another) return [other, another];
  }
  return ['nothing', {}];
}
