/** The paths of the API description: below `/api`, like the API itself, and public. */
export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCS_PATH = '/api/docs';

/** Where each page is. */
export const docsPaths = {
  reference: DOCS_PATH,
  'first-steps': `${DOCS_PATH}/first-steps`,
  realtime: `${DOCS_PATH}/realtime`,
  protocol: `${DOCS_PATH}/protocol`,
} as const;

export const isDocumentPath = (path: string): boolean => path === DOCUMENT_PATH || path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`);
