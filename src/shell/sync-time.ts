/** `Today 09:36`, `Yesterday 22:10`, `3 May 09:36`. */
export function syncTime(time: number, now: number): string {
  const clock = new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Date(time).toDateString();
  if (day === new Date(now).toDateString()) return `Today ${clock}`;
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  if (day === before.toDateString()) return `Yesterday ${clock}`;
  return `${new Date(time).toLocaleDateString([], { day: 'numeric', month: 'short' })} ${clock}`;
}
