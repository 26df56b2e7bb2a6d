/**
 * A push service on this machine, over real HTTPS. Makes subscriptions as a browser would, refuses what RFC 8030, 8188, 8291 and 8292 do not
 * allow, decrypts what arrives with code of its own, and counts. It can be set to fail in the ways that services fail.
 */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { decryptPush, newDeviceKeys } from './decrypt-push.ts';
import { type SelfSigned, selfSigned } from './self-signed.ts';

/** What the service does with a request: take it, never answer, end the connection, or answer so. */
export type Behaviour =
  | 'accept'
  | 'hang'
  | 'reset'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string; readonly afterMs?: number };

export interface ReceivedPush {
  readonly endpoint: string;
  /** decrypted */
  readonly text: string;
  readonly bytes: number;
  readonly ttl: number;
  readonly topic: string | null;
  readonly urgency: string | null;
  /** when the request came, in milliseconds since 1970 */
  readonly at: number;
}

/** A subscription as `PushSubscription.toJSON()` has it. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** What arrived for it, in order. */
  received(): readonly ReceivedPush[];
  /** The device is not there any more: 410 from now on, or 404. */
  end(status?: 404 | 410): void;
}

export interface TestPushService {
  /** as PUSH_HOSTS has it */
  readonly host: string;
  readonly origin: string;
  /** PEM of the certificate, for who connects to it: NODE_EXTRA_CA_CERTS names a file with it */
  readonly certificate: string;
  /** all that was accepted, in order */
  readonly received: readonly ReceivedPush[];
  /** how many requests came, with or without an answer */
  readonly requests: () => number;
  /** how many requests were open at once, at most */
  readonly mostOpen: () => number;
  /** why requests were refused as wrong, which a test expects to be empty */
  readonly complaints: readonly string[];
  /** `applicationServerKey` in base64url; with it messages of other senders are refused */
  subscribe(applicationServerKey?: string): Promise<TestSubscription>;
  behave(next: Behaviour): void;
  /** Closes connections over which nothing is being sent. */
  closeIdle(): void;
  close(): Promise<void>;
}

class Complaint extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const fromText = (text: string): Buffer => Buffer.from(text, 'base64url');

/** @throws Complaint when RFC 8292 does not allow the header */
function checkSender(header: string | undefined, origin: string, expectedKey: string | undefined): void {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]{87})$/.exec(header ?? '') ?? [];
  if (key === '') throw new Complaint(401, `no header for the sender: ${header}`);
  const point = fromText(key);
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  });
  const isGenuine = verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, fromText(signature));
  if (!isGenuine) throw new Complaint(403, 'the signature is wrong');
  if (expectedKey !== undefined && expectedKey !== key) throw new Complaint(403, 'the subscription belongs to another key');
  const { alg } = JSON.parse(fromText(head).toString()) as { alg?: string };
  const { aud, exp, sub } = JSON.parse(fromText(claims).toString()) as { aud?: string; exp?: number; sub?: string };
  const left = Number(exp) - Date.now() / 1000;
  if (alg !== 'ES256' || aud !== origin) throw new Complaint(403, `the token is for ${aud}`);
  if (!(left > 0 && left <= 86_400)) throw new Complaint(403, `exp is ${left} s from now`);
  if (!/^(?:mailto:.+@|https?:\/\/)/.test(sub ?? '')) throw new Complaint(403, `no contact: ${sub}`);
}

/** @throws Complaint when RFC 8030 and 8188 do not allow the request */
function checkMessage({ method, headers }: IncomingMessage, body: Buffer): void {
  if (method !== 'POST') throw new Complaint(405, `method ${method}`);
  if (headers['content-encoding'] !== 'aes128gcm') throw new Complaint(415, `encoding ${headers['content-encoding']}`);
  if (!/^\d+$/.test(String(headers.ttl))) throw new Complaint(400, `TTL ${headers.ttl}`);
  if (!/^[\w-]{1,32}$/.test(String(headers.topic ?? 'none'))) throw new Complaint(400, `topic ${headers.topic}`);
  if (!/^(?:very-low|low|normal|high)$/.test(String(headers.urgency ?? 'normal'))) throw new Complaint(400, `urgency ${headers.urgency}`);
  if (body.length > 4_096) throw new Complaint(413, `${body.length} bytes`);
}

interface Subscribed {
  readonly key: string | undefined;
  readonly device: Awaited<ReturnType<typeof newDeviceKeys>>;
  ended: 404 | 410 | null;
}

export async function startPushService(identity: SelfSigned = selfSigned()): Promise<TestPushService> {
  const subscribed = new Map<string, Subscribed>();
  const received: ReceivedPush[] = [];
  const complaints: string[] = [];
  let behaviour: Behaviour = 'accept';
  let requests = 0;
  let open = 0;
  let mostOpen = 0;
  let origin = '';

  /** Returns the status of the answer. */
  async function take(request: IncomingMessage, body: Buffer, at: number): Promise<number> {
    const endpoint = `${origin}${request.url}`;
    const subscription = subscribed.get(endpoint);
    if (!subscription) return 404;
    if (subscription.ended !== null) return subscription.ended;
    checkMessage(request, body);
    checkSender(request.headers.authorization, origin, subscription.key);
    const { ttl, topic, urgency } = request.headers;
    received.push({
      endpoint,
      text: await decryptPush(body, subscription.device),
      bytes: body.length,
      ttl: Number(ttl),
      topic: topic === undefined ? null : String(topic),
      urgency: urgency === undefined ? null : String(urgency),
      at,
    });
    return 201;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    if (behaviour === 'hang') return;
    if (behaviour === 'reset') {
      request.socket.destroy();
      return;
    }
    if (behaviour !== 'accept') {
      const { status, headers = {}, text = '', afterMs = 0 } = behaviour;
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (status < 200 || status > 299) {
        response.writeHead(status).end(text);
        return;
      }
    }
    try {
      response.writeHead(await take(request, Buffer.concat(parts), at), { location: `${origin}/message` }).end();
    } catch (error) {
      complaints.push((error as Error).message);
      response.writeHead(error instanceof Complaint ? error.status : 400).end(JSON.stringify({ reason: 'Refused' }));
    }
  }

  const server = createServer({ cert: identity.certificate, key: identity.key }, (request, response) => {
    requests += 1;
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `https://${host}`;

  return {
    host,
    origin,
    certificate: identity.certificate,
    received,
    requests: () => requests,
    mostOpen: () => mostOpen,
    complaints,
    async subscribe(key) {
      const device = await newDeviceKeys();
      const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`;
      const subscription: Subscribed = { key, device, ended: null };
      subscribed.set(endpoint, subscription);
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
      return {
        endpoint,
        keys: { p256dh: text(device.publicKey), auth: text(device.auth) },
        received: () => received.filter((push) => push.endpoint === endpoint),
        end(status = 410) {
          subscription.ended = status;
        },
      };
    },
    behave(next) {
      behaviour = next;
    },
    closeIdle: () => server.closeIdleConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
