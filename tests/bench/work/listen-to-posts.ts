/** A listener of the channel `posts` that records when each post arrived. */
import { openChannel } from '../../support/channel-client.ts';

interface Post {
  readonly content: string;
}

/** Spreads the reads as the documentation asks, because many listeners receive a `resync` at the same time. */
const SPREAD_MS = 1_000;

export interface ChannelListener {
  readonly member: string;
  /** when each post arrived, by its text */
  readonly heard: ReadonlyMap<string, number>;
  close(): void;
}

/** Resolves once the channel is open. */
export async function listenToPosts(url: string, member: string, token: string): Promise<ChannelListener> {
  const heard = new Map<string, number>();
  const hear = ({ content }: Post): void => {
    if (!heard.has(content)) heard.set(content, performance.now());
  };
  /** The read that a `resync` requests. */
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
