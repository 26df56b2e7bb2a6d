import { v7 as uuidv7 } from 'uuid';

/** Names this page among all that are open, until it is loaded anew. */
export const tabId = uuidv7();
