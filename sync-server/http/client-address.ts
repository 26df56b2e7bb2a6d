/**
 * Who asks. That is the other end of the connection, unless it is a proxy that TRUST_PROXY names: its `X-Forwarded-For` is then read from
 * the right, hop by hop, as far as proxies that are named themselves reach. Left of that a client writes what it likes, so it does not
 * count; nor does any such header from elsewhere.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';
import { isLoopbackAddress, isLoopbackHost, isLoopbackUrl } from './loopback.ts';

export interface Client {
  readonly address: string;
  /** whom to count requests for: the address, or the /64 that one household has of IPv6 */
  readonly key: string;
  /** false behind a proxy that names nobody: the address is then the proxy's, and everybody's */
  readonly named: boolean;
  /** true where a proxy that TRUST_PROXY names has said so */
  readonly forwarded: boolean;
}

/** What says who asks: the connection, and what its other end wrote. */
export interface Caller {
  readonly peer: string | undefined;
  header(name: string): string | undefined;
}

/** Headers in which a proxy tells whom or what it forwards for. Direct requests have none of them. */
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

/** Whether this request was made for another name than one of this machine. A browser says so itself where a proxy rewrote the host. */
export function namesAnotherHost(caller: Caller): boolean {
  if (!isLoopbackHost(caller.header('host'))) return true;
  const origin = caller.header('origin');
  // Of its own page alone: one of another site says nothing about the way that the request took.
  return caller.header('sec-fetch-site') === 'same-origin' && origin !== undefined && URL.canParse(origin) && !isLoopbackUrl(origin);
}

const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** The address of one entry of `X-Forwarded-For`, which some proxies write with a port. */
function hop(entry: string): string | null {
  const [, bracketed, withPort] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry.trim()) ?? [];
  const address = plain(bracketed ?? withPort ?? entry.trim());
  return isIP(address) === 0 ? null : address;
}

/** The first four groups of an IPv6 address, however it is abbreviated. */
function household(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}

const keyOf = (address: string): string => (isIPv6(address) ? household(address) : address);

/** Says who asks, believing the proxies that `trustProxy` names: addresses, or networks as `10.0.0.0/8`. */
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
      // Whatever stands left of what is no address was not written by a proxy of ours either.
      if (address === null) break;
      found = address;
      if (!isProxy(address)) break;
    }
    if (found !== null) return { address: found, key: keyOf(found), named: true, forwarded: true };
    const named = !(isLoopbackAddress(peer) && namesAnotherHost(caller));
    return { address: peer, key: keyOf(peer), named, forwarded: false };
  };
}

/** The other end of the connection itself, which no header can claim to be, and the headers. Undefined where there is no connection. */
export const callerOf = (c: Context<AppEnv>): Caller => ({
  peer: c.env?.incoming?.socket?.remoteAddress,
  header: (name) => c.req.header(name),
});

/** Who asks, for handlers behind `identifyClient`. */
export const clientAddress = (c: Context<AppEnv>): string => c.get('client').address;

/** Finds out who asks, and says once in the log what is wrong with a proxy that cannot be believed or names nobody. */
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
