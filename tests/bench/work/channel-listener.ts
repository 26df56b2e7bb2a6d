/** Somebody who follows the channel `posts`: when each post reached them. */
import { openChannel } from '../../support/channel-client.ts';

interface Post {
  readonly content: string;
}

/** As the documentation asks: many are told at once. */
const SPREAD_MS = 1_000;

export interface ChannelListener {
  readonly member: string;
  /** when each post came, by its text */
  readonly heard: ReadonlyMap<string, number>;
  close(): void;
}

/** Resolves once the channel stands. */
export async function listenToPosts(url: string, member: string, token: string): Promise<ChannelListener> {
  const heard = new Map<string, number>();
  const hear = ({ content }: Post): void => {
    if (!heard.has(content)) heard.set(content, performance.now());
  };
  /** What a `resync` asks for. */
  async function readList(): Promise<void> {
    const list = await fetch(`${url}/api/posts`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await list.json()) as { data: { items: Post[] } };
    data.items.forEach(hear);
  }
  const channel = await openChannel(url, 'posts', token, undefined, ({ name, data }) => {
    if (name === 'resync')
      setTimeout(() => readList().catch((error: unknown) => console.error('The list could not be read', error)), Math.random() * SPREAD_MS);
    if (name === 'insert') hear(data);
  });
  if (channel.status !== 200) throw new Error(`a channel was answered ${channel.status}`);
  await channel.until(() => channel.named('subscribed').length > 0);
  return { member, heard, close: channel.close };
}
