/**
 * What is sent to a device: the JSON of Declarative Web Push, which Safari shows by itself and other browsers hand to the service worker.
 *
 * Safari reads `mutable` and the badge inside of `notification`, the text of the W3C has them beside it, so both have them. There are no
 * actions: each would need an address of its own, and the worker adds them. Reading imports no zod, because the worker must start fast.
 */
import type { Call, Named } from './call.ts';
import { callAddress } from './call-address.ts';
import { callTag } from './call-tag.ts';
import { type CallType, callTypes } from './call-types.ts';
import { callWords } from './call-words.ts';
import { cutName } from './cut-name.ts';

/** What the number of RFC 8030 says in front of such a message. */
const DECLARATIVE = 8030;

/** What a worker reads from a message. */
export interface PushPayload {
  readonly title: string;
  /** may be empty */
  readonly body: string;
  /** an absolute URL */
  readonly navigate: string;
  readonly tag: string;
  /** the member's unread count */
  readonly badge: number;
  /** null if the server is newer than this worker, and called about something that the worker does not know */
  readonly call: Call | null;
}

const cut = (named: Named | null): Named | null => named && { id: named.id, name: cutName(named.name) };

/** The JSON of a call. Its names are cut. `publicUrl` has no slash at its end. */
export function payloadOf(whole: Call, publicUrl: string): string {
  const call: Call = {
    type: whole.type,
    event: whole.event,
    count: whole.count,
    unread: whole.unread,
    by: cut(whole.by),
    group: cut(whole.group),
    post_id: whole.post_id,
    comment_id: whole.comment_id,
  };
  const { title, body } = callWords(call);
  return JSON.stringify({
    web_push: DECLARATIVE,
    notification: {
      title,
      ...(body && { body }),
      navigate: `${publicUrl}${callAddress(call)}`,
      tag: callTag(call),
      lang: 'en',
      dir: 'auto',
      app_badge: String(call.unread),
      mutable: true,
      data: { call },
    },
    app_badge: call.unread,
    mutable: true,
  });
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const countOf = (value: unknown): number | null => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null);

/** A name, null if there is none, undefined if it is not a name. */
function namedOf(value: unknown): Named | null | undefined {
  if (value === null) return null;
  const members = membersOf(value);
  const id = textOf(members?.id);
  const name = textOf(members?.name);
  return id === null || name === null ? undefined : { id, name };
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** The call in `data` of a notification, as `Notification.data` has it. Null for anything else. */
export function readCall(data: unknown): Call | null {
  const members = membersOf(membersOf(data)?.call);
  if (!members) return null;
  const { type, post_id: post, comment_id: comment } = members;
  const event = textOf(members.event);
  const count = countOf(members.count);
  const unread = countOf(members.unread);
  const by = namedOf(members.by);
  const group = namedOf(members.group);
  if (!callTypes.some((known) => known === type) || event === null || count === null || unread === null) return null;
  if (by === undefined || group === undefined || !isText(post) || !isText(comment)) return null;
  return { type: type as CallType, event, count, unread, by, group, post_id: post, comment_id: comment };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads what `payloadOf` made, of this release or another. Null if nothing can be shown from it. */
export function readPayload(text: string): PushPayload | null {
  const message = membersOf(parse(text));
  const notification = membersOf(message?.notification);
  if (!message || !notification || message.web_push !== DECLARATIVE) return null;
  const title = textOf(notification.title);
  const navigate = textOf(notification.navigate);
  if (!title || !navigate || !URL.canParse(navigate)) return null;
  return {
    title,
    body: textOf(notification.body) ?? '',
    navigate,
    tag: textOf(notification.tag) ?? '',
    badge: countOf(message.app_badge) ?? 0,
    call: readCall(notification.data),
  };
}
