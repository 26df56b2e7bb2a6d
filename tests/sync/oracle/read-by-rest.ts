/** Reads by the REST paths: an answer contains no word that the reader may not see, and lists are complete. */
import type { Step } from './history.ts';
import { holdingsOf } from './holdings.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import type { NewMember } from './oracle.ts';

const chosen = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

export async function readByRest(ledger: Ledger, network: Network, member: NewMember, step: Step): Promise<void> {
  // No other write of this history runs at the same time, so the answer belongs to one known moment.
  await ledger.write(async () => {
    const { now, moment } = ledger.oracle;
    const holdings = holdingsOf(now, member.id);
    const post = chosen([...now.posts.keys()], step.pick);
    const group = chosen([...now.groups.keys()], step.other >> 2);
    const inGroup = holdings.groups.some(({ id }) => id === group);
    const person = chosen([...now.members.keys()], step.other);
    const posts = holdings.posts.map(({ id }) => String(id));
    const lists: Readonly<Record<string, readonly string[] | null>> = {
      '/posts?limit=100': posts,
      [`/posts/${post}/comments`]: holdings.comments.filter((row) => row.post_id === post).map(({ id }) => String(id)),
      '/friends': holdings.friends.filter((row) => row.user_id === member.id).map((row) => String(row.id)),
      '/friends/network': null,
      '/friends/invitations/received': holdings.invitations
        .filter((row) => row.kind === 'friend' && row.inviter_id !== member.id && row.status === 'pending')
        .map(({ id }) => String(id)),
      '/friends/invitations/sent': holdings.invitations
        .filter((row) => row.kind === 'friend' && row.inviter_id === member.id && row.status === 'pending')
        .map(({ id }) => String(id)),
      '/notifications': null,
      '/profiles/me': null,
      [`/profiles/${person}`]: null,
      [`/friends/${person}/detail`]: null,
      [`/posts/${post}`]: null,
      [`/posts/${post}/audience`]: null,
      [`/posts/reactions?target_type=post&target_ids=${post}`]: null,
      '/groups': holdings.groups.map(({ id }) => String(id)),
      '/groups/invitations': holdings.invitations
        .filter((row) => row.kind === 'group' && row.receiver_user_id === member.id && row.status === 'pending')
        .map(({ id }) => String(id)),
      [`/groups/${group}`]: null,
      [`/groups/${group}/members`]: null,
      [`/groups/${group}/messages?limit=100`]: inGroup
        ? holdings.group_messages.filter((row) => row.group_id === group).map(({ id }) => String(id))
        : null,
      [`/groups/${group}/invitations`]: null,
    };
    const paths = Object.keys(lists).filter((path) => !path.includes('undefined'));
    const path = paths[(step.pick >> 2) % paths.length] as string;
    const { status: answered, text } = await network.untilAnswered('GET', `/api${path}`, undefined);
    ledger.coverage.count(`read: GET ${path.replaceAll(/[0-9a-f-]{36}/g, '*')}`);
    ledger.shown(member.id, text, moment, `GET ${path}`);
    const { data } = JSON.parse(text) as { data?: { items?: { id: string }[] } };
    const whole = lists[path];
    if (whole && (post === undefined || !path.includes(post) || posts.includes(post))) {
      const got = (data?.items ?? []).map(({ id }) => id).sort();
      if (JSON.stringify(got) !== JSON.stringify([...whole].sort())) {
        ledger.complain(`GET ${path} listed ${JSON.stringify(got)} to ${member.name}, not ${JSON.stringify([...whole].sort())}`);
      }
    }
    if (path === '/notifications') {
      const got = data?.items?.length ?? 0;
      const expected = holdings.notifications.length;
      if (got !== expected) ledger.complain(`GET ${path} listed ${got} notices to ${member.name}, not ${expected}`);
    }
    if (post !== undefined && path === `/posts/${post}`) {
      const status = posts.includes(post) ? 200 : 404;
      if (answered !== status) ledger.complain(`GET ${path} was answered ${answered} to ${member.name}, not ${status}`);
    }
  });
}
