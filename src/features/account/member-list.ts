import type { Answer } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

/** What the server answers: a list as a whole or, of a long one, a part that says where the next begins. */
interface Part<Item> {
  readonly items: readonly Item[];
  readonly next_before?: string;
}

/** A list of the member's to its end, part after part; nearly always that is one. Where a part fails, so does the list. */
export async function memberList<Item>(path: string): Promise<Answer<{ readonly items: readonly Item[] }>> {
  const items: Item[] = [];
  for (let next = path; ; ) {
    const answer = await memberRequest<Part<Item>>('GET', next);
    if (!answer.ok) return answer;
    items.push(...answer.data.items);
    const { next_before } = answer.data;
    if (next_before === undefined) return { ok: true, data: { items } };
    next = `${path}?before=${encodeURIComponent(next_before)}`;
  }
}
