/** Where the description of the API lies: below `/api` like what it describes, and for everybody. */
export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCS_PATH = '/api/docs';

export const isDocumentPath = (path: string): boolean => path === DOCUMENT_PATH || path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`);
