import { readFileSync } from 'node:fs';

const ESTABLISHED = '01';

/** The established connections of the server at this port, and the bytes that the kernel buffers because nobody has read them. */
export function connectionsOf(port: number): { established: number; unread: number } {
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  let [established, unread] = [0, 0];
  for (const line of lines) {
    const [, local = '', remote = '', state = '', queues = ''] = line.trim().split(/\s+/);
    const [sending = '0', arrived = '0'] = queues.split(':');
    if (local.endsWith(place)) {
      unread += Number.parseInt(sending, 16);
      if (state === ESTABLISHED) established += 1;
    } else if (remote.endsWith(place)) unread += Number.parseInt(arrived, 16);
  }
  return { established: established, unread };
}
