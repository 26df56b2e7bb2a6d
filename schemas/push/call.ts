import type { CallType } from './call-types.ts';

/** Somebody or something that a call names. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** One call: who did what, and where. It has ids and names, never a text that somebody wrote. */
export interface Call {
  readonly type: CallType;
  /** The id of the newest event that this call is about. A call that comes again has the same one. */
  readonly event: string;
  /** how many events it is about, at least 1 */
  readonly count: number;
  /** the member's unread count, for the badge of the app */
  readonly unread: number;
  /** who acted; null if the recipient must not learn who it was, or if there were several */
  readonly by: Named | null;
  readonly group: Named | null;
  readonly post_id: string | null;
  readonly comment_id: string | null;
}
