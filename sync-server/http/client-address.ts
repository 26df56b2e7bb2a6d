import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;
const privateNetwork = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:)/i;

/** The other end of the connection itself, which no header can claim to be. Undefined where there is no connection. */
export function peerAddress(c: Context<AppEnv>): string | undefined {
  return c.env?.incoming?.socket?.remoteAddress;
}

export const isLoopback = (address: string | undefined): boolean => address !== undefined && loopback.test(address);

/** The first four groups of an IPv6 address, however it is abbreviated. */
function household(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}

/**
 * Whom to count requests for. A proxy on the same machine or network names the client last in `X-Forwarded-For`; from
 * anywhere else that header is only what the client says about itself. IPv6 counts by /64, which is what one household has.
 */
export function clientAddress(c: Context<AppEnv>): string {
  const peer = (peerAddress(c) ?? 'unknown').replace(/^::ffff:/, '');
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  const behindProxy = forwarded !== undefined && (isLoopback(peer) || privateNetwork.test(peer));
  const address = behindProxy ? forwarded : peer;
  return isIPv6(address) ? household(address) : address;
}
