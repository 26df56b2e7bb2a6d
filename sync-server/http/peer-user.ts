/**
 * Which user holds the other end of a connection from this machine: the kernel knows, and no header can claim otherwise. A proxy usually
 * runs as a user of its own.
 */
import { readFile } from 'node:fs/promises';

/** Who started this server, also after root was given up: the user that it runs as then may be a proxy's. */
const startedBy = process.getuid?.();

/** Addresses as Linux writes them: 32 bits at a time, lowest byte first. */
function inKernelsWords(address: string): string[] {
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
  // A socket for IPv6 may be one end of a connection over IPv4.
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
 * True where the other end belongs to the user that started this server. False where it belongs to another one, or to nobody that the kernel
 * knows; true where the system keeps no such list (it is Linux that has one).
 */
export async function isOurUser({ remoteAddress, remotePort, localAddress, localPort }: Ends): Promise<boolean> {
  if (remoteAddress === undefined || remotePort === undefined || localAddress === undefined || localPort === undefined) return false;
  const lists = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => null)));
  if (lists.every((list) => list === null)) return true;
  // Seen from its own end, what is remote to us is local.
  const here = inKernelsWords(remoteAddress).map((address) => `${address}:${port(remotePort)}`);
  const there = inKernelsWords(localAddress).map((address) => `${address}:${port(localPort)}`);
  for (const line of lists.flatMap((list) => (list ?? '').split('\n'))) {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
    if (here.includes(local) && there.includes(remote)) return Number(user) === startedBy;
  }
  return false;
}
