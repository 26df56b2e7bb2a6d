import type { Comment } from '../../schemas/comments/comment.ts';
import type { Post } from '../../schemas/posts/post.ts';

/**
 * A full circle and what it wrote, the same at every call: what the server is filled with and what the floor writes into the
 * local store without a network, so that both move the very same documents.
 */
export interface Circle {
  readonly members: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  /** oldest first */
  readonly posts: readonly Post[];
  /** oldest first */
  readonly comments: readonly Comment[];
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

function textOf(n: number, length: number): string {
  const picked: string[] = [];
  for (let size = 0, step = n; size < length; step = (step * 31 + 7) % 9973) {
    const word = words[step % words.length] ?? '';
    picked.push(word);
    size += word.length + 1;
  }
  return `${n}: ${picked.join(' ')}`;
}

/** The first member is the one who reads; all others are their direct friends. */
export function makeCircle(size: CircleSize, now: number): Circle {
  const members = Array.from({ length: size.friends + 1 }, (_, n) => ({
    id: idOf(1, n),
    name: `Member ${n}`,
    email: `member${n}@bench.example`,
  }));
  const posts: Post[] = [];
  const comments: Comment[] = [];
  const total = size.friends * size.postsEach;
  for (let n = 0; n < total; n += 1) {
    const author = members[1 + (n % size.friends)];
    if (!author) throw new Error('a circle needs friends');
    const at = now - (total - n) * 60_000;
    const post: Post = {
      id: idOf(2, n),
      author_id: author.id,
      content: textOf(n, 200),
      visibility_type: 'friends',
      specific_user_ids: [],
      created_at: new Date(at).toISOString(),
      edited_at: null,
    };
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
  return { members, posts, comments };
}
