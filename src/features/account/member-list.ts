import type { Answer } from '../../data/session/request.ts';
import { memberRequest } from './member-request.ts';

/** The server's answer: the whole list, or one page of a long list together with the start of the next page. */
interface Part<Item> {
  readonly items: readonly Item[];
  readonly next_before?: string;
}

/** Reads a member's list to its end, page by page. Nearly always there is one page. If a page fails, the whole list fails. */
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
