import type { FloorClient, WsFloor } from '../floors/ws-floor.ts';
import type { KithHost } from '../kith-host.ts';
import { asFloorDocument, newPost } from '../writes.ts';
import { createArrivals } from './arrivals.ts';
import { openReader } from './reader.ts';

/** Writes one post and resolves to the milliseconds until all friends had it. */
export type PostOne = () => Promise<number>;

/** An author and their friends, each with their own stream. */
export async function openPostToFriends(kith: KithHost, author: string, friends: readonly string[]): Promise<PostOne> {
  const arrivals = createArrivals(friends.length);
  const [writer, ...readers] = await kith.clients([author, ...friends]);
  if (!writer) throw new Error('nobody writes');
  await writer.stream();
  await Promise.all(readers.map((reader) => openReader(reader, 'posts', arrivals.arrived)));
  return () => {
    const post = newPost(author);
    return arrivals.time(post.document.id, () => writer.push([post]));
  };
}

export async function openFloorPost(floor: WsFloor, author: string, friends: readonly string[]): Promise<PostOne> {
  const arrivals = createArrivals(friends.length);
  const writer: FloorClient = await floor.connect();
  await Promise.all(friends.map(() => floor.connect(({ id }) => arrivals.arrived(id))));
  return () => {
    const document = asFloorDocument(newPost(author));
    return arrivals.time(document.id, () => writer.write(document));
  };
}
