/**
 * The code of a pushed write that was neither carried out nor refused: it comes too early. The device keeps it pending, and sends it again
 * after that many seconds.
 */
export const LATER_CODE = 'LATER';
/** The code of a 503 that concerns only writes: the server's disk is full. */
export const DISK_FULL_CODE = 'DISK_FULL';
/** The code of a 500: the server failed in a way that it did not expect. */
export const SERVER_FAILED_CODE = 'INTERNAL';
/**
 * The codes of the server for a message that it will not read, however often it is sent: too large, or of another shape. Any other failure
 * is about the connection.
 */
export const UNREADABLE_CODES = ['TOO_LARGE', 'INVALID'] as const;
