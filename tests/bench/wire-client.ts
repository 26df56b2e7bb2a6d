/**
 * A client of the sync protocol and nothing else: no store, no replication. It measures the server and the wire. Each client has its own
 * connections, which stay open as a browser's do.
 */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { contentRange } from '../../schemas/images/image-parts.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Frame, PullRequest, PullResponse, PushAnswer, PushChange, StreamEvents, WireDocument } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';

export interface WireStream {
  /** Stops reading from the connection, as a frozen tab does. What the kernel does not buffer, the server has to. */
  pause(): void;
  close(): void;
}

export interface StreamListener {
  onFrame?(frame: Frame): void;
  /** a document that a frame brought */
  onDocument?(collection: CollectionName, document: WireDocument): void;
  /** the server requests a pull instead of sending frames, once the stream is open */
  onPull?(): void;
  /** the bytes of these images have arrived on the server */
  onImages?(ids: readonly string[]): void;
  /** this many bytes of events arrived */
  onBytes?(bytes: number): void;
}

/** A server accepts each version from its oldest on. This one is above those of all servers that are compared. */
const PROTOCOL = '99';

export type WireClient = ReturnType<typeof createWireClient>;

export function createWireClient(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, noDelay: true, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    [PROTOCOL_HEADER]: PROTOCOL,
  };
  const streams = new Set<WireStream>();

  /** @throws Error where the answer is anything but 200 */
  async function post<Answer>(path: string, body: unknown): Promise<Answer> {
    const bytes = Buffer.from(JSON.stringify(body));
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers: { ...headers, 'content-length': bytes.byteLength } });
    outgoing.end(bytes);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (response.statusCode !== 200) throw new Error(`${path} was answered with ${response.statusCode}: ${text}`);
    return JSON.parse(text) as Answer;
  }

  /** @throws Error where the answer is no success */
  async function image(method: 'GET' | 'PUT', key: string, bytes?: Buffer, more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const type = bytes ? { 'content-type': 'application/octet-stream', 'content-length': bytes.byteLength } : {};
    const { authorization } = headers;
    const outgoing = request(`${url}/api/images/${key}`, { method, agent, headers: { authorization, ...type, ...more } });
    outgoing.end(bytes);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if ((response.statusCode ?? 0) >= 300) throw new Error(`image ${key} was answered with ${response.statusCode}: ${body.toString()}`);
    return body;
  }

  /** Opens a stream; resolves when the server reports it as open. */
  async function stream(listener: StreamListener = {}): Promise<WireStream> {
    const outgoing: ClientRequest = request(`${url}/api/sync/stream`, { method: 'POST', headers, agent: false });
    outgoing.setNoDelay(true);
    outgoing.end('{}');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`the stream was answered with ${response.statusCode}`);
    response.setEncoding('utf8');
    let rest = '';
    let stands: () => void = () => undefined;
    let fails: (error: Error) => void = () => undefined;
    const standing = new Promise<void>((resolve, reject) => {
      stands = resolve;
      fails = reject;
    });
    const take = (event: string) => {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      if (name === 'open') stands();
      else if (name === 'pull') listener.onPull?.();
      else if (name === 'images') listener.onImages?.((JSON.parse(data) as StreamEvents['images']).ids);
      else if (name === 'frames' && (listener.onDocument || listener.onFrame)) deliver(JSON.parse(data) as Frame[], listener);
    };
    response.on('data', (chunk: string) => {
      listener.onBytes?.(Buffer.byteLength(chunk));
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      events.forEach(take);
    });
    response.on('error', () => undefined);
    response.on('close', () => fails(new Error('the stream ended')));
    outgoing.on('error', () => undefined);
    const opened: WireStream = {
      pause: () => response.pause(),
      close() {
        streams.delete(opened);
        outgoing.destroy();
      },
    };
    streams.add(opened);
    await standing;
    return opened;
  }

  return {
    stream,
    /** Sends these changes. @throws Error where one is refused, because a refusal measures nothing */
    async push(changes: readonly PushChange[]): Promise<PushAnswer[]> {
      const { answers } = await post<{ answers: PushAnswer[] }>('/api/sync/push', { changes });
      const refused = answers.find((answer) => answer.code !== null);
      if (refused) throw new Error(`a change was refused: ${refused.code}`);
      return answers;
    },
    /** Sends the bytes of an image, whole. */
    async sendImage(id: string, bytes: Buffer): Promise<void> {
      await image('PUT', id, bytes);
    },
    /** Sends a part of an image: from here, and up to there or to its end. */
    async sendPart(id: string, bytes: Buffer, start: number, to: number): Promise<void> {
      const end = Math.min(to, bytes.byteLength);
      const range = contentRange({ start, end, total: bytes.byteLength });
      await image('PUT', id, bytes.subarray(start, end), { 'content-range': range });
    },
    /** The small picture of an image. */
    readSmall: (id: string): Promise<Buffer> => image('GET', `${id}?size=small`),
    pull: (asked: PullRequest) => post<PullResponse>('/api/sync/pull', asked),
    close() {
      for (const open of [...streams]) open.close();
      agent.destroy();
    },
  };
}

function deliver(frames: readonly Frame[], listener: StreamListener): void {
  for (const frame of frames) {
    listener.onFrame?.(frame);
    if (!listener.onDocument) continue;
    for (const [name, page] of Object.entries(frame.collections)) {
      for (const document of page?.documents ?? []) listener.onDocument(name as CollectionName, document);
    }
  }
}
