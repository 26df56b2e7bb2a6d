/**
 * The floor of opening the app with React: the newest 20 posts, their authors and the newest comment of six of them, from one plain IndexedDB
 * database in two rounds of `getAll`, drawn once as cards written by hand. A service worker answers from its cache, as the app's does. No
 * router, no bars, no live queries, no sync.
 */
import { createRoot } from 'react-dom/client';
import type { Comment } from '../../../../schemas/comments/comment.ts';
import type { Post } from '../../../../schemas/posts/post.ts';

interface Member {
  readonly id: string;
  readonly name: string;
}
export interface CardRows {
  readonly posts: readonly Post[];
  readonly comments: readonly Comment[];
  readonly members: readonly Member[];
}

declare global {
  interface Window {
    fillCards(rows: CardRows): Promise<void>;
  }
}

const SHOWN = 20;
const WITH_COMMENT = 6;

const answered = <T,>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('cards', 1);
  request.onupgradeneeded = () => {
    const { result } = request;
    result.createObjectStore('posts', { keyPath: 'id' }).createIndex('newest', 'newest');
    result.createObjectStore('comments', { keyPath: 'id' }).createIndex('post', 'post_id');
    result.createObjectStore('members', { keyPath: 'id' });
  };
  return answered(request);
}
const opened = open();

window.fillCards = async ({ posts, comments, members }) => {
  const transaction = (await opened).transaction(['posts', 'comments', 'members'], 'readwrite');
  for (const post of posts) transaction.objectStore('posts').put({ ...post, newest: -Date.parse(post.created_at) });
  for (const comment of comments) transaction.objectStore('comments').put(comment);
  for (const member of members) transaction.objectStore('members').put(member);
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
  await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
};

function Card({ post, name, comment }: { readonly post: Post; readonly name: string; readonly comment: Comment | undefined }) {
  return (
    <article id={`post-${post.id}`}>
      <header>
        <span>{name.slice(0, 2)}</span>
        <div>
          <a href={`/posts/${post.id}`}>{name}</a>
          <time dateTime={post.created_at}>{new Date(post.created_at).toLocaleString()}</time>
        </div>
      </header>
      <p dir="auto">{post.content}</p>
      {comment && <p dir="auto">{comment.content}</p>}
      <footer>
        <button type="button">React</button>
        <a href={`/posts/${post.id}`}>Comment</a>
      </footer>
    </article>
  );
}

const transaction = (await opened).transaction(['posts', 'comments', 'members']);
const [posts, members] = await Promise.all([
  answered<Post[]>(transaction.objectStore('posts').index('newest').getAll(null, SHOWN)),
  answered<Member[]>(transaction.objectStore('members').getAll()),
]);
const byPost = transaction.objectStore('comments').index('post');
const comments = await Promise.all(posts.slice(0, WITH_COMMENT).map(({ id }) => answered<Comment[]>(byPost.getAll(id))));
const names = new Map(members.map(({ id, name }) => [id, name]));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <main>
      {posts.map((post, at) => (
        <Card key={post.id} post={post} name={names.get(post.author_id) ?? ''} comment={comments[at]?.at(-1)} />
      ))}
    </main>,
  );
}
