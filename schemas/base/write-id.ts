/** Identifies one local write for ever (uuid v7). A write that is sent again keeps its id, which makes sending it again safe. */
export type WriteId = string;

/** When a write was made, by the clock that its device used: a uuid v7 begins with the time in milliseconds. */
export const writtenAt = (writeId: WriteId): number => Number.parseInt(writeId.replace('-', '').slice(0, 12), 16);
