/** Follows a channel. `EventSource` sends no header with an access token, so this reads the stream of `fetch`. */
import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface ChannelEvent {
  /** `subscribed`, `insert`, `update`, `delete`, `resync`, `heartbeat` or `closed` */
  readonly name: string;
  readonly data: { readonly id?: string; readonly resumed?: boolean; readonly [field: string]: unknown };
}

export interface Followed {
  /** the id to come again with: nothing that happens in between is missed */
  readonly lastEventId: () => string | undefined;
  /** The next event that this fits. */
  until(fits: (event: ChannelEvent) => boolean): Promise<ChannelEvent>;
  stop(): void;
}

export async function follow(url: string, channel: string, accessToken: string, lastEventId?: string): Promise<Followed> {
  const stopping = new AbortController();
  const response = await fetch(`${url}/api/realtime/${channel}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: stopping.signal,
  });
  if (!response.ok || !response.body) throw new Error(`the channel was answered ${response.status}: ${await response.text()}`);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  let last = lastEventId;
  return {
    lastEventId: () => last,
    async until(fits) {
      for (;;) {
        const { value, done } = await events.read();
        if (done) throw new Error('the channel has ended');
        last = value.id ?? last;
        const event = { name: value.event ?? '', data: JSON.parse(value.data) };
        if (fits(event)) return event;
      }
    },
    stop() {
      // A read that waits rejects now, as it should.
      events.closed.catch(() => undefined);
      stopping.abort();
    },
  };
}
