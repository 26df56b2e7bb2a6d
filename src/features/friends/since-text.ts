import { messages } from '../../text/messages.ts';

/** `today`, `this month`, `last month`, `March 2024`: what follows 'Friends since'. */
export function sinceText(timestamp: string, now: number): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return messages.UNKNOWN_TIME;
  const start = new Date(then);
  const today = new Date(now);
  if (start.toDateString() === today.toDateString()) return 'today';
  const months = (today.getFullYear() - start.getFullYear()) * 12 + today.getMonth() - start.getMonth();
  if (months <= 0) return 'this month';
  if (months === 1) return 'last month';
  return start.toLocaleDateString('en', { month: 'long', year: 'numeric' });
}
