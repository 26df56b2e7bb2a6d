/** Many who follow the channel `posts`, each on a connection of its own: when a post reached whom. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';

interface Post {
  readonly content: string;
}

export interface ChannelListener {
  readonly member: string;
  /** when each post came, by its text */
  readonly heard: ReadonlyMap<string, number>;
  close(): void;
}

/** Resolves once the channel stands. */
export async function listenToPosts(url: string, member: string, token: string): Promise<ChannelListener> {
  const outgoing = request(`${url}/api/realtime/posts`, { headers: { authorization: `Bearer ${token}` }, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a channel was answered ${response.statusCode}`);
  const heard = new Map<string, number>();
  let stands = () => {};
  const standing = new Promise<void>((resolve) => {
    stands = resolve;
  });
  const hear = ({ content }: Post): void => {
    if (!heard.has(content)) heard.set(content, performance.now());
  };
  /** What a `resync` asks for. */
  async function readList(): Promise<void> {
    const list = await fetch(`${url}/api/posts?limit=100`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await list.json()) as { data: { items: Post[] } };
    data.items.forEach(hear);
  }
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'subscribed') stands();
      if (event === 'resync') readList().catch((error: unknown) => console.error('The list could not be read', error));
      if (event === 'insert') hear(JSON.parse(data) as Post);
    },
  });
  response.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk));
  response.on('error', () => undefined);
  await standing;
  return { member, heard, close: () => outgoing.destroy() };
}
