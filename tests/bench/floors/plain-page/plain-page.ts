/**
 * The floor of opening the app: the same rows in one plain IndexedDB database with an index on their time. The page reads the newest twenty
 * and shows them as plain elements. No framework, no styles, no sync.
 */
import type { Comment } from '../../../../schemas/comments/comment.ts';
import type { Post } from '../../../../schemas/posts/post.ts';

declare global {
  interface Window {
    fillPlain(posts: readonly Post[], comments: readonly Comment[]): Promise<void>;
    /** a long page to scroll through */
    showPlain(posts: readonly Post[]): void;
  }
}

const SHOWN = 20;
const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('plain', 1);
  request.onupgradeneeded = () => {
    for (const name of ['posts', 'comments']) request.result.createObjectStore(name, { keyPath: 'id' }).createIndex('at', 'created_at');
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

window.fillPlain = async (posts, comments) => {
  const transaction = (await opened).transaction(['posts', 'comments'], 'readwrite');
  for (const post of posts) transaction.objectStore('posts').put(post);
  for (const comment of comments) transaction.objectStore('comments').put(comment);
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
};

function show({ content, created_at }: Post): void {
  const card = document.createElement('article');
  const time = document.createElement('time');
  time.textContent = new Date(created_at).toLocaleString();
  const text = document.createElement('p');
  text.textContent = content;
  card.append(time, text);
  document.body.append(card);
}

window.showPlain = (posts) => {
  for (const post of posts) show(post);
};

let remaining = SHOWN;
const request = (await opened).transaction('posts').objectStore('posts').index('at').openCursor(null, 'prev');
request.onsuccess = () => {
  const cursor = request.result;
  if (!cursor || remaining === 0) return;
  show(cursor.value as Post);
  remaining -= 1;
  cursor.continue();
};
