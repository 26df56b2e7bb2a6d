/** Counts each act, audience, fault and way of revocation. A run in which one never occurred has proved nothing about it. */
import type { Facts } from './facts.ts';
import { type Collection, holdingsOf } from './holdings.ts';
import { Pairs } from './pairs.ts';
import type { PushedChange } from './pushed-act.ts';
import type { RestRequest } from './requested-act.ts';

/** How the event of a fault that struck begins. */
export const FAULT = 'fault: ';

export class Coverage {
  readonly counts = new Map<string, number>();
  readonly pairs = new Pairs();
  /** documents and texts that were checked against the oracle, and rows that were on devices at barriers */
  documents = 0;
  /** rows that pages of pulls, and frames, reported as removed */
  readonly removals = { 'a pull': 0, 'a frame': 0 };
  words = 0;
  rows = 0;
  barriers = 0;
  histories = 0;

  count(event: string, times = 1): void {
    if (times <= 0) return;
    this.counts.set(event, (this.counts.get(event) ?? 0) + times);
    if (event.startsWith(FAULT)) this.pairs.struck(event.slice(FAULT.length));
  }

  countPush({ document, collection }: PushedChange, code: string | null): void {
    this.count(`sent: ${collection}`);
    if (code !== null) this.count(`refused: ${code}`);
    else if (collection === 'posts' && !document._deleted) this.count(`audience: ${document.visibility_type}`);
  }

  countRequest({ method, path }: RestRequest, code: string | null): void {
    this.count(`sent: ${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '*')}`);
    if (code !== null) this.count(`refused: ${code}`);
  }

  /** Counts an act by which a member lost rows that they could read. */
  countRevocation(way: string | null, before: Facts, after: Facts): void {
    if (way === null || before === after) return;
    const lost = [...after.members.keys()].some((member) => {
      const kept = holdingsOf(after, member);
      return Object.entries(holdingsOf(before, member)).some(([name, rows]) => {
        if (name === 'notifications' || name === 'settings') return false;
        const ids = new Set(kept[name as Collection].map(({ id }) => id));
        return rows.some(({ id }) => !ids.has(id));
      });
    });
    if (lost) this.count(`revoked by: ${way}`);
  }

  add(other: Coverage): void {
    for (const [event, times] of other.counts) this.count(event, times);
    this.pairs.add(other.pairs);
    this.documents += other.documents;
    this.removals['a pull'] += other.removals['a pull'];
    this.removals['a frame'] += other.removals['a frame'];
    this.words += other.words;
    this.rows += other.rows;
    this.barriers += other.barriers;
    this.histories += other.histories;
  }

  print(): string {
    const lines = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([event, times]) => `${String(times).padStart(7)}  ${event}`);
    const sums = `${this.histories} histories, ${this.barriers} barriers, ${this.rows} rows compared on devices, ${this.documents} documents, ${this.removals['a pull']} removals by pulls, ${this.removals['a frame']} by frames and ${this.words} texts audited`;
    return [sums, ...lines].join('\n');
  }
}

/** The ways in which a member can lose read access. */
export const waysOfRevocation = [
  'another audience',
  'a deleted post',
  'an unfriend',
  'a block',
  'leaving a group',
  'a removal from a group',
  'a lower role',
  'a deleted group',
  'an invitation that was taken back',
  'a deleted account',
] as const;
type Way = (typeof waysOfRevocation)[number];

export function wayOfPush(member: string, { collection, document }: PushedChange): Way | null {
  const { id, _deleted: deleted = false } = document;
  switch (collection) {
    case 'posts':
      return deleted ? 'a deleted post' : 'another audience';
    case 'friends':
      return 'an unfriend';
    case 'settings':
      return String(document.key).startsWith('blocked') ? 'a block' : null;
    case 'group_members':
      if (!deleted) return 'a lower role';
      return id.endsWith(member) ? 'leaving a group' : 'a removal from a group';
    case 'groups':
      return deleted ? 'a deleted group' : null;
    case 'invitations':
      return deleted ? 'an invitation that was taken back' : null;
    default:
      return null;
  }
}

export function wayOfRequest({ method, path }: RestRequest): Way | null {
  if (/^\/posts\/[^/]+$/.test(path)) return method === 'DELETE' ? 'a deleted post' : 'another audience';
  if (path.endsWith('/unfriend')) return 'an unfriend';
  if (path.endsWith('/cancel')) return 'an invitation that was taken back';
  if (path.endsWith('/leave')) return 'leaving a group';
  if (path.includes('/members/')) return method === 'DELETE' ? 'a removal from a group' : 'a lower role';
  return method === 'DELETE' && /^\/groups\/[^/]+$/.test(path) ? 'a deleted group' : null;
}
