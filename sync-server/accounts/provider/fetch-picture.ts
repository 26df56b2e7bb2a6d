/**
 * Fetches a picture from a URL that somebody else chose.
 *
 * It must come over https, from a host that the configuration names, at a public internet address. The name is looked up once and each of
 * its addresses is checked. The connection goes to one of those, so the name cannot mean another machine a moment later. Every redirect is
 * refused. Size, time and type are limited.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Realm } from '../../../schemas/base/realm.ts';
import { IMAGE_MAX_BYTES, imageTypeOf, imageTypes } from '../../../schemas/images/image.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../base/loopback.ts';
import { AddressRefused, isLiteralAddress, judgedLookup, type Lookup } from '../../base/outbound/judged-lookup.ts';
import { isPublicAddress } from '../../base/outbound/public-address.ts';

const SECONDS = 10;

/** Why no picture was fetched. */
export type PictureRefusal =
  | 'PICTURE_URL'
  | 'PICTURE_HOST'
  | 'PICTURE_ADDRESS'
  | 'PICTURE_REDIRECTED'
  | 'PICTURE_STATUS'
  | 'PICTURE_TYPE'
  | 'PICTURE_TOO_LARGE'
  | 'PICTURE_TOO_SLOW'
  | 'PICTURE_UNREACHABLE';

export interface PictureSource {
  /** the only hosts that are contacted */
  readonly hosts: readonly string[];
  /**
   * the address of the provider, when it runs on this machine as the server does; then this machine may be contacted too, and over http,
   * but on the provider's own port only
   */
  readonly loopback?: string | null;
  readonly lookup?: Lookup;
  readonly seconds?: number;
  readonly realm?: Realm;
}

class Refused extends Error {
  readonly refusal: PictureRefusal;
  constructor(refusal: PictureRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Returns the URL to fetch.
 * @throws Refused when it is not allowed
 */
function allowedUrl(text: string, { hosts, loopback = null }: PictureSource): URL {
  if (!URL.canParse(text)) throw new Refused('PICTURE_URL');
  const url = new URL(text);
  const here = loopback !== null && isLoopbackHost(url.hostname);
  if (url.username !== '' || url.password !== '') throw new Refused('PICTURE_URL');
  if (url.protocol !== 'https:' && !(here && url.protocol === 'http:')) throw new Refused('PICTURE_URL');
  if (!hosts.includes(url.hostname)) throw new Refused('PICTURE_HOST');
  // Another port of that host may be a service that is not meant for everybody.
  if (here) {
    if (portOf(url) !== portOf(new URL(loopback))) throw new Refused('PICTURE_URL');
    return url;
  }
  if (url.port !== '') throw new Refused('PICTURE_URL');
  if (isLiteralAddress(url.hostname)) throw new Refused('PICTURE_ADDRESS');
  return url;
}

const lookupFor = ({ loopback = null, lookup }: PictureSource) =>
  judgedLookup((address) => isPublicAddress(address) || (loopback !== null && isLoopbackAddress(address)), lookup);

/** Sends the request. Resolves with the response as soon as its headers have arrived. */
function open(url: URL, source: PictureSource, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
    // A new connection, because a kept one may lead elsewhere.
    const headers = { accept: imageTypes.join(', '), 'accept-encoding': 'identity' };
    const request = ask(url, { agent: false, headers, lookup: lookupFor(source), signal }, resolve);
    request.on('error', reject);
    request.end();
  });
}

function judgeHead(response: IncomingMessage): void {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) throw new Refused('PICTURE_REDIRECTED');
  if (statusCode !== 200) throw new Refused('PICTURE_STATUS');
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!imageTypes.some((known) => known === type)) throw new Refused('PICTURE_TYPE');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refused('PICTURE_TYPE');
  if (Number(headers['content-length'] ?? 0) > IMAGE_MAX_BYTES) throw new Refused('PICTURE_TOO_LARGE');
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > IMAGE_MAX_BYTES) throw new Refused('PICTURE_TOO_LARGE');
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (!response.complete) throw new Refused('PICTURE_UNREACHABLE');
  if (imageTypeOf(bytes) === null) throw new Refused('PICTURE_TYPE');
  return bytes;
}

/** Returns the bytes as they were sent, or why there are none. They must be decoded and encoded again before anybody sees them. */
export async function fetchPicture(text: string, source: PictureSource): Promise<Buffer | PictureRefusal> {
  const { seconds = SECONDS, realm = globalThis } = source;
  const signal = realm.AbortSignal.timeout(seconds * 1000);
  let response: IncomingMessage | undefined;
  try {
    response = await open(allowedUrl(text, source), source, signal);
    judgeHead(response);
    return await readAll(response);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    if (error instanceof AddressRefused) return 'PICTURE_ADDRESS';
    return signal.aborted ? 'PICTURE_TOO_SLOW' : 'PICTURE_UNREACHABLE';
  } finally {
    response?.destroy();
  }
}
