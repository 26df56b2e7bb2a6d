import type { Comment } from '../../schemas/comments/comment.ts';
import { MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend-limits.ts';
import type { Post } from '../../schemas/posts/post.ts';
import { newPost } from '../support/rows.ts';

/**
 * A full circle and what it wrote, the same at every call. The server is filled with it, and the floor writes it into the local store
 * without a network, so both move the same documents.
 */
export interface Circle {
  readonly members: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  /** each friendship once, as positions in `members` */
  readonly friendships: readonly (readonly [number, number])[];
  readonly groups: readonly CircleGroup[];
  /** oldest first */
  readonly posts: readonly Post[];
  /** oldest first */
  readonly comments: readonly Comment[];
}

export interface CircleGroup {
  readonly id: string;
  readonly name: string;
  /** positions in `members`; the first is the owner */
  readonly members: readonly number[];
}

export interface CircleSize {
  readonly friends: number;
  readonly postsEach: number;
  readonly commentsPerPost: number;
}

const words =
  'the tomatoes gave up so balcony is all herbs now if anyone wants basil there far too much come by after six and bring jar'.split(' ');

/** Ids in the form of uuid v7, in the order of `n`. */
const idOf = (kind: number, n: number): string =>
  `0190${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export function textOf(n: number, length: number): string {
  const picked: string[] = [];
  for (let size = 0, step = n; size < length; step = (step * 31 + 7) % 9973) {
    const word = words[step % words.length] ?? '';
    picked.push(word);
    size += word.length + 1;
  }
  return `${n}: ${picked.join(' ')}`;
}

const makeMembers = (count: number): Circle['members'] =>
  Array.from({ length: count }, (_, n) => ({ id: idOf(1, n), name: `Member ${n}`, email: `member${n}@bench.example` }));

/**
 * Members who all have the maximum number of friends, and whose circles overlap. A fixed random sequence makes it the same at every call.
 * It has hardly any triangles, so a post for friends of friends has nearly the maximum number of readers.
 */
export function makeNetwork(count: number, friends = MAX_DIRECT_FRIENDS): Circle {
  for (let seed = 1; ; seed += 1) {
    const friendships = drawFriendships(count, friends, seed);
    if (friendships) return { members: makeMembers(count), friendships, groups: [], posts: [], comments: [] };
  }
}

/** Pairs free seats until none is left; null where the last ones cannot be paired. */
function drawFriendships(count: number, friends: number, seed: number): [number, number][] | null {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const free = Array.from({ length: count * friends }, (_, seat) => Math.floor(seat / friends));
  const drawn = new Set<string>();
  const pairs: [number, number][] = [];
  for (let misses = 0; free.length > 1; ) {
    const [at, other] = [roll(free.length), roll(free.length)];
    const [one, two] = [Math.min(free[at] ?? 0, free[other] ?? 0), Math.max(free[at] ?? 0, free[other] ?? 0)];
    if (one === two || drawn.has(`${one}-${two}`)) {
      misses += 1;
      if (misses > 1000) return null;
      continue;
    }
    misses = 0;
    drawn.add(`${one}-${two}`);
    pairs.push([one, two]);
    for (const seat of [Math.max(at, other), Math.min(at, other)]) free.splice(seat, 1);
  }
  return pairs;
}

/**
 * The first member is the reader; all others are their direct friends. `from` is the number of the first post, so that later posts of the
 * same members get other ids.
 */
export function makeCircle(size: CircleSize, now: number, from = 0): Circle {
  const members = makeMembers(size.friends + 1);
  const posts: Post[] = [];
  const comments: Comment[] = [];
  const total = size.friends * size.postsEach;
  for (let n = from; n < from + total; n += 1) {
    const author = members[1 + (n % size.friends)];
    if (!author) throw new Error('a circle needs friends');
    const at = now - (from + total - n) * 60_000;
    const post = newPost(author, textOf(n, 200), { id: idOf(2, n), created_at: new Date(at).toISOString() });
    posts.push(post);
    for (let c = 0; c < size.commentsPerPost; c += 1) {
      const writer = members[(n + c) % members.length] ?? author;
      comments.push({
        id: idOf(3, n * size.commentsPerPost + c),
        post_id: post.id,
        author_id: writer.id,
        author_name: writer.name,
        author_profile_image_url: null,
        content: textOf(n + c, 80),
        created_at: new Date(at + (c + 1) * 1000).toISOString(),
        edited_at: null,
        is_deleted: false,
      });
    }
  }
  return {
    members,
    friendships: members.slice(1).map((_, n) => [0, n + 1]),
    // All but the last member: a chat of eight in which everybody has the maximum number of friends.
    groups: [{ id: idOf(4, 0), name: 'The table', members: members.slice(0, size.friends).map((_, n) => n) }],
    posts,
    comments,
  };
}
