/** Reads what arrived on a phone, with no code of the server. */
import type { ArrivedCall } from './calling.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Called {
  readonly type: string;
  readonly event: string;
  readonly count: number;
  readonly unread: number;
  readonly by: Named | null;
  readonly group: Named | null;
  readonly post_id: string | null;
  readonly comment_id: string | null;
  readonly tag: string;
}

interface Payload {
  readonly notification: { readonly tag: string; readonly data: { readonly call: Omit<Called, 'tag'> } };
}

export function calledIn({ text }: ArrivedCall): Called {
  const { tag, data } = (JSON.parse(text) as Payload).notification;
  return { ...data.call, tag };
}
