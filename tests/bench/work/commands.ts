/** Members who write posts as fast as they are answered, to audiences that overlap. */
import { pino } from 'pino';
import { visibilityTypes } from '../../../schemas/posts/visibility.ts';
import { openPool } from '../../../sync-server/db/pool/connect.ts';
import type { Circle } from '../circle.ts';
import { floorColumns } from '../floors/floor-document.ts';
import type { KithHost } from '../kith-host.ts';
import { asFloorDocument, newPost } from '../writes.ts';

/** a database with the floor's table in it */
interface PlainTable {
  readonly databaseUrl: string;
}

/** Lets all write for this long; resolves to how many writes were answered per second. */
export type Writing = (milliseconds: number) => Promise<number>;

function openWriting(writers: readonly (() => Promise<unknown>)[]): Writing {
  return async (milliseconds) => {
    const begun = performance.now();
    let written = 0;
    await Promise.all(
      writers.map(async (write) => {
        while (performance.now() - begun < milliseconds) {
          await write();
          written += 1;
        }
      }),
    );
    return (written * 1000) / (performance.now() - begun);
  };
}

/** The first member of a network, their friends, and the friends of those: members whose audiences overlap as much as possible. */
export function closest({ members, friendships }: Circle, count: number): string[] {
  const found = new Set([0]);
  // The loop also visits members that it adds on the way.
  for (const place of found) {
    for (const [one, other] of friendships) {
      if (one === place) found.add(other);
      if (other === place) found.add(one);
    }
    if (found.size >= count) break;
  }
  return [...found].slice(0, count).map((place) => members[place]?.id ?? '');
}

/** Each member writes in turn for friends, friends of friends, three chosen people, everybody, and themselves alone. */
export async function openKithWriting(kith: KithHost, members: readonly string[], network: Circle): Promise<Writing> {
  const clients = await kith.clients(members);
  const friendsOf = friendsIn(network);
  return openWriting(
    clients.map((client, n) => {
      const author = members[n] ?? '';
      const three = (friendsOf.get(author) ?? []).slice(0, 3);
      let turn = n;
      return () => {
        const audience = visibilityTypes[turn % visibilityTypes.length] ?? 'friends';
        turn += 1;
        return client.push([newPost(author, audience, audience === 'specific' ? three : [])]);
      };
    }),
  );
}

function friendsIn({ members, friendships }: Circle): Map<string, string[]> {
  const friendsOf = new Map(members.map(({ id }) => [id, [] as string[]]));
  for (const [one, other] of friendships) {
    const [a, b] = [members[one]?.id ?? '', members[other]?.id ?? ''];
    friendsOf.get(a)?.push(b);
    friendsOf.get(b)?.push(a);
  }
  return friendsOf;
}

/** The minimum: one INSERT of the same row for each post, straight to Postgres, with a connection for each writer. */
export async function openPlainInserts(floor: PlainTable, members: readonly string[]): Promise<{ write: Writing; close(): Promise<void> }> {
  const sql = openPool(floor.databaseUrl, pino({ level: 'silent' }), members.length);
  const write = openWriting(
    members.map((author) => () => sql`insert into documents ${sql([asFloorDocument(newPost(author))], ...floorColumns)}`),
  );
  return { write, close: () => sql.end({ timeout: 5 }) };
}
