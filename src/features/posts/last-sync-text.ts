const DAY = 24 * 60 * 60 * 1000;

/** `Last sync today at 09:36`, `yesterday at 21:04`, `on March 12 at 08:00`. */
export function lastSyncText(moment: number, now: number): string {
  const then = new Date(moment);
  const time = then.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (then.toDateString() === new Date(now).toDateString()) return `Last sync today at ${time}`;
  if (then.toDateString() === new Date(now - DAY).toDateString()) return `Last sync yesterday at ${time}`;
  return `Last sync on ${then.toLocaleDateString('en', { day: 'numeric', month: 'long' })} at ${time}`;
}
