/** Local document: the writes that the server refused (outbox.ts). */
export const OUTBOX_ID = 'outbox';
