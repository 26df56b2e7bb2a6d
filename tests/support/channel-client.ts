/** A reader of the API's channels, as a third party would write it: server-sent events, and the id of the last event. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { until } from './until.ts';

export interface ChannelEvent {
  readonly name: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into entities of every kind
  readonly data: any;
}

export type OpenChannel = Awaited<ReturnType<typeof openChannel>>;

/** Opens a channel and collects its events. Heartbeats are counted separately. `onEvent` is called for every other event as it arrives. */
export async function openChannel(
  url: string,
  channel: string,
  token: string,
  lastEventId?: string,
  onEvent: (event: ChannelEvent) => void = () => undefined,
) {
  const outgoing = request(`${url}/api/realtime/${channel}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    agent: false,
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const events: ChannelEvent[] = [];
  let heartbeats = 0;
  let last: string | undefined;
  let ended = false;
  let text = '';
  let characters = 0;
  const parser = createParser({
    onEvent({ event = '', id, data }) {
      if (id !== undefined) last = id;
      if (event === 'heartbeat') {
        heartbeats += 1;
        return;
      }
      const heard = { name: event, id, data: JSON.parse(data) };
      events.push(heard);
      onEvent(heard);
    },
  });
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    characters += chunk.length;
    if (response.statusCode === 200) parser.feed(chunk);
    else text += chunk;
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    ended = true;
  });
  const named = (name: string) => events.filter((event) => event.name === name);
  return {
    status: response.statusCode,
    headers: response.headers,
    response,
    events,
    named,
    /** the answer where it is not a stream */
    async body() {
      await until(() => ended);
      return JSON.parse(text);
    },
    /** the events so far, as `insert <id>` */
    story: () => events.map(({ name, data }) => (data.id === undefined ? name : `${name} ${data.id}`)),
    lastEventId: () => last,
    heartbeats: () => heartbeats,
    /** how many characters were read */
    characters: () => characters,
    ended: () => ended,
    until: (holds: () => boolean) => until(holds),
    /** Waits for an event about this entity and returns its data. */
    async hears(name: string, id: string) {
      await until(() => named(name).some((event) => event.data.id === id));
      return named(name).findLast((event) => event.data.id === id)?.data;
    },
    close: () => outgoing.destroy(),
  };
}
