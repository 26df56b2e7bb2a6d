/**
 * Which user owns the other end of a connection from this machine. The kernel knows this, and no header can claim otherwise. A proxy
 * usually runs as a user of its own.
 */
import { readFile } from 'node:fs/promises';

/**
 * The user who started this server. It stays the same after root was given up: the user that the server then runs as may also run a
 * proxy.
 */
const startedBy = process.getuid?.();

/** Addresses as Linux writes them: groups of 32 bits, lowest byte first. */
function kernelAddresses(address: string): string[] {
  if (address === '::1') return ['00000000000000000000000001000000'];
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  const word = bytes
    .reverse()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  // An IPv6 socket can be one end of a connection over IPv4.
  return [word, `0000000000000000FFFF0000${word}`];
}

const port = (value: number): string => value.toString(16).padStart(4, '0').toUpperCase();

export interface Ends {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/**
 * True if the other end belongs to the user who started this server. False if it belongs to another user, or the kernel does not list it.
 * True on systems without such a list (only Linux has one).
 */
export async function isOurUser({ remoteAddress, remotePort, localAddress, localPort }: Ends): Promise<boolean> {
  if (remoteAddress === undefined || remotePort === undefined || localAddress === undefined || localPort === undefined) return false;
  const lists = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => null)));
  if (lists.every((list) => list === null)) return true;
  // Seen from the other end, our remote address is the local one.
  const here = kernelAddresses(remoteAddress).map((address) => `${address}:${port(remotePort)}`);
  const there = kernelAddresses(localAddress).map((address) => `${address}:${port(localPort)}`);
  for (const line of lists.flatMap((list) => (list ?? '').split('\n'))) {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
    if (here.includes(local) && there.includes(remote)) return Number(user) === startedBy;
  }
  return false;
}
