/** The words for each HTTP status, as the product fixes them. A route gives its own only where it knows more. */
const statusMessages = {
  400: 'Invalid request. Please check your input and try again.',
  401: 'You need to log in to access this feature.',
  403: "You don't have permission to perform this action.",
  404: 'The requested content could not be found.',
  408: 'The request took too long. Please try again.',
  409: 'This action conflicts with the current state. Please refresh and try again.',
  413: 'The request is too large.',
  422: 'The provided data is invalid. Please check your input.',
  426: 'This version of Kith is too old. Please update the app.',
  429: 'Too many requests. Please wait a moment before trying again.',
  500: 'Something went wrong on our end. Please try again later.',
  502: 'The service is unavailable at the moment. Please try again later.',
  503: 'The service is unavailable at the moment. Please try again later.',
  504: 'The request took too long. Please try again.',
} as const;

export type ErrorStatus = keyof typeof statusMessages;

export const isErrorStatus = (status: number): status is ErrorStatus => status in statusMessages;

export const statusMessage = (status: ErrorStatus): string => statusMessages[status];

const statusCodes: Record<ErrorStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'NOT_AUTHENTICATED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  422: 'INVALID',
  426: 'UPDATE_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'TIMEOUT',
};

/** The code of an error that has no code of its own. */
export const statusCode = (status: ErrorStatus): string => statusCodes[status];
