/**
 * Who sends a request. That is the other end of the connection, unless TRUST_PROXY names it as a proxy. Then its `X-Forwarded-For` is
 * read from the right, hop by hop, as long as the hops are named proxies too. Anything left of that is written by the client and ignored.
 * So are such headers from any other sender.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { isLoopbackAddress, isLoopbackHost, isLoopbackUrl } from '../../base/loopback.ts';
import type { AppEnv } from '../app-env.ts';

export interface Client {
  readonly address: string;
  /** the key for counting requests: the address, or for IPv6 the /64 network of a household */
  readonly key: string;
  /** false behind a proxy that names no client: the address is then the proxy's, the same for everybody */
  readonly named: boolean;
  /** true if a proxy named in TRUST_PROXY has sent the address */
  readonly forwarded: boolean;
}

/** What identifies the sender: the connection, and the headers from its other end. */
export interface Caller {
  readonly peer: string | undefined;
  header(name: string): string | undefined;
}

/** Headers in which a proxy names the client or the request that it forwards. Direct requests have none of them. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

export const isForwarded = (caller: Caller): boolean => forwardingHeaders.some((name) => caller.header(name) !== undefined);

/**
 * Whether this request was made for a host name other than this machine's. If a proxy rewrote the host, the browser's origin still shows
 * it.
 */
export function namesAnotherHost(caller: Caller): boolean {
  if (!isLoopbackHost(caller.header('host'))) return true;
  const origin = caller.header('origin');
  // Only for a page of the same origin: the origin of another site says nothing about the way this request took.
  return caller.header('sec-fetch-site') === 'same-origin' && origin !== undefined && URL.canParse(origin) && !isLoopbackUrl(origin);
}

const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** The address in one entry of `X-Forwarded-For`. Some proxies append a port. */
function hop(entry: string): string | null {
  const [, bracketed, withPort] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry.trim()) ?? [];
  const address = plain(bracketed ?? withPort ?? entry.trim());
  return isIP(address) === 0 ? null : address;
}

/** The first four groups of an IPv6 address in any notation. */
function household(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}

const keyOf = (address: string): string => (isIPv6(address) ? household(address) : address);

/** Identifies the client, and trusts the proxies in `trustProxy`: addresses, or networks such as `10.0.0.0/8`. */
export function createClientReader(trustProxy: readonly string[]): (caller: Caller) => Client {
  const proxies = new BlockList();
  for (const each of trustProxy) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (caller) => {
    const peer = plain(caller.peer ?? 'unknown');
    const hops = isProxy(peer) ? (caller.header('x-forwarded-for')?.split(',') ?? []) : [];
    let found: string | null = null;
    for (const entry of hops.reverse()) {
      const address = hop(entry);
      // Our proxies write addresses only, so nothing left of this entry is from them either.
      if (address === null) break;
      found = address;
      if (!isProxy(address)) break;
    }
    if (found !== null) return { address: found, key: keyOf(found), named: true, forwarded: true };
    const named = !(isLoopbackAddress(peer) && namesAnotherHost(caller));
    return { address: peer, key: keyOf(peer), named, forwarded: false };
  };
}

/** The other end of the connection, which no header can fake, and the headers. The address is undefined if there is no connection. */
export const callerOf = (c: Context<AppEnv>): Caller => ({
  peer: c.env?.incoming?.socket?.remoteAddress,
  header: (name) => c.req.header(name),
});

/** Whether this request comes from this machine itself, without any trace of a proxy in between. */
export function isFromThisMachine(c: Context<AppEnv>): boolean {
  const caller = callerOf(c);
  return (
    isLoopbackAddress(caller.peer) &&
    !isForwarded(caller) &&
    !namesAnotherHost(caller) &&
    // Nginx sends HTTP/1.0 unless it is configured otherwise. No browser does.
    c.env?.incoming?.httpVersion !== '1.0'
  );
}

/** The client's address, for handlers behind `identifyClient`. */
export const clientAddress = (c: Context<AppEnv>): string => c.get('client').address;

/** Identifies the client. Logs once what is wrong with a proxy that is not trusted or names no client. */
export function identifyClient(config: { readonly trustProxy: readonly string[]; readonly publicUrl: string }, log: Logger) {
  const clientOf = createClientReader(config.trustProxy);
  let warned = false;

  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    const caller = callerOf(c);
    const client = clientOf(caller);
    c.set('client', client);
    if (!warned) {
      const advice = adviceFor(caller, client);
      if (advice) {
        warned = true;
        const address = isLoopbackUrl(config.publicUrl) ? ' Set PUBLIC_URL to the address that people use.' : '';
        log.warn(`${advice}${address}`);
      }
    }
    return next();
  };
  return middleware;
}

function adviceFor(caller: Caller, client: Client): string | null {
  const peer = plain(caller.peer ?? 'unknown');
  if (client.forwarded || !isLoopbackAddress(peer)) return null;
  if (caller.header('x-forwarded-for') !== undefined)
    return `A proxy on this machine names its visitors in X-Forwarded-For, which is not believed: limits count all of them as one. Set TRUST_PROXY=${peer} if that proxy is yours.`;
  if (!client.named || isForwarded(caller))
    return `A proxy on this machine names no visitor, so limits cannot tell them apart. Let it send X-Forwarded-For, and set TRUST_PROXY=${peer}.`;
  return null;
}
