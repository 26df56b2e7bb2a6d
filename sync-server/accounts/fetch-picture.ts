/**
 * Fetches a picture that somebody else has named. It comes from a host that the configuration names, over https, from an address of the open
 * internet, and from nowhere else: the name is looked up once, every address that it has is judged, and the connection goes to one of
 * those, so a name cannot mean another machine a moment later. A redirect is refused, whatever it leads to. Bytes, time and type are bounded.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { IMAGE_MAX_BYTES, imageTypeOf, imageTypes } from '../../schemas/images/image.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';
import { isPublicAddress } from './public-address.ts';

const SECONDS = 10;

/** Why there is no picture. */
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

export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

export interface PictureSource {
  /** the only hosts that are asked */
  readonly hosts: readonly string[];
  /** true where provider and server are both on this machine: it may then be asked too, and over http */
  readonly loopback?: boolean;
  readonly lookup?: (hostname: string) => Promise<readonly FoundAddress[]>;
  readonly seconds?: number;
}

class Refused extends Error {
  readonly refusal: PictureRefusal;
  constructor(refusal: PictureRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const lookupAll = (hostname: string): Promise<readonly FoundAddress[]> => systemLookup(hostname, { all: true, verbatim: true });

/** The URL to ask; throws where it is none that may be asked. */
function allowedUrl(text: string, { hosts, loopback = false }: PictureSource): URL {
  if (!URL.canParse(text)) throw new Refused('PICTURE_URL');
  const url = new URL(text);
  const here = loopback && isLoopbackHost(url.hostname);
  if (url.username !== '' || url.password !== '') throw new Refused('PICTURE_URL');
  if (url.protocol !== 'https:' && !(here && url.protocol === 'http:')) throw new Refused('PICTURE_URL');
  if (!hosts.includes(url.hostname)) throw new Refused('PICTURE_HOST');
  if (here) return url;
  // Another port of that name may be a service that is not meant for everybody.
  if (url.port !== '') throw new Refused('PICTURE_URL');
  // An address is never looked up, so nothing would judge it.
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Refused('PICTURE_ADDRESS');
  return url;
}

/** Answers the connection's own question for addresses: where one that it has is not allowed, the name is not trusted at all. */
function judgedLookup({ loopback = false, lookup = lookupAll }: PictureSource): LookupFunction {
  const isAllowed = (address: string) => isPublicAddress(address) || (loopback && isLoopbackAddress(address));
  return (hostname, options, done) => {
    lookup(hostname).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address))) return done(new Refused('PICTURE_ADDRESS'), '');
        if (options.all) return done(null, [...found]);
        return done(null, first.address, first.family);
      },
      () => done(new Refused('PICTURE_UNREACHABLE'), ''),
    );
  };
}

/** What comes back, judged by its head. */
function open(url: URL, source: PictureSource, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
    // A connection of its own: one that is kept from before may lead elsewhere.
    const headers = { accept: imageTypes.join(', '), 'accept-encoding': 'identity' };
    const request = ask(url, { agent: false, headers, lookup: judgedLookup(source), signal }, resolve);
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

/** The bytes of the picture as they were sent, or why there are none. They are nothing to show before they were decoded and encoded anew. */
export async function fetchPicture(text: string, source: PictureSource): Promise<Buffer | PictureRefusal> {
  const signal = AbortSignal.timeout((source.seconds ?? SECONDS) * 1000);
  let response: IncomingMessage | undefined;
  try {
    response = await open(allowedUrl(text, source), source, signal);
    judgeHead(response);
    return await readAll(response);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    return signal.aborted ? 'PICTURE_TOO_SLOW' : 'PICTURE_UNREACHABLE';
  } finally {
    response?.destroy();
  }
}
