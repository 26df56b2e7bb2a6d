import { v7 as uuidv7 } from 'uuid';

/** Identifies this page among all open pages, until it is reloaded. */
export const tabId = uuidv7();
