import { SERVER_FAILED_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { UPDATE_REQUIRED_CODE } from '../../../schemas/protocol/version.ts';
import type { ErrorStatus } from '../../../schemas/wording/status-wording.ts';

const statusCodes: Record<ErrorStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'NOT_AUTHENTICATED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  415: 'NOT_JSON',
  416: 'RANGE_NOT_SATISFIABLE',
  422: 'INVALID',
  426: UPDATE_REQUIRED_CODE,
  429: 'TOO_MANY_REQUESTS',
  500: SERVER_FAILED_CODE,
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'TIMEOUT',
};

/** The code of an error without a specific code. */
export const statusCode = (status: ErrorStatus): string => statusCodes[status];
