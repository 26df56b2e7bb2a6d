/** A run: messages of one sender on one day that follow each other within five minutes. */
const TOGETHER_MS = 5 * 60_000;

export interface Timed {
  readonly id: string;
  readonly sender_id: string;
  readonly created_at: string;
}

export interface MessageInRun {
  /** the first message of its day */
  readonly newDay: boolean;
  /** the first of its run, which shows the name */
  readonly first: boolean;
  /** the last of its run, which shows the picture, and the time in its bubble */
  readonly last: boolean;
}

const dayOf = (iso: string): string => new Date(iso).toDateString();

function together(before: Timed | undefined, after: Timed | undefined): boolean {
  if (!before || !after || before.sender_id !== after.sender_id) return false;
  // A device whose clock is ahead writes messages whose time is after that of the messages that follow.
  const apart = Math.abs(Date.parse(after.created_at) - Date.parse(before.created_at));
  return apart < TOGETHER_MS && dayOf(before.created_at) === dayOf(after.created_at);
}

const places = [false, true].flatMap((newDay) =>
  [false, true].flatMap((first) => [false, true].map((last): MessageInRun => ({ newDay, first, last }))),
);

/**
 * Where each message is in its run. The input is oldest first. Equal places are the same object: a row of a chat that got another one would
 * be drawn again.
 */
export function messageRuns(messages: readonly Timed[]): readonly MessageInRun[] {
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const newDay = !before || dayOf(before.created_at) !== dayOf(message.created_at);
    const first = !together(before, message);
    const last = !together(message, messages[at + 1]);
    return places[4 * Number(newDay) + 2 * Number(first) + Number(last)] as MessageInRun;
  });
}
