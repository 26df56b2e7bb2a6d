/** What each HTTP status of a failure means to a member. The server answers with it, and so does the page if it has only the status. */
export const statusWording = {
  400: 'Invalid request. Please check your input and try again.',
  401: 'You need to log in to access this feature.',
  403: "You don't have permission to perform this action.",
  404: 'The requested content could not be found.',
  405: 'This address does not take that method.',
  408: 'The request took too long. Please try again.',
  409: 'This action conflicts with the current state. Please refresh and try again.',
  413: 'The request is too large.',
  415: 'The request must be JSON, with the content type application/json.',
  416: 'There is nothing in the range that was asked for.',
  422: 'The provided data is invalid. Please check your input.',
  426: 'This version of Kith is too old. Please update the app.',
  429: 'Too many requests. Please wait a moment before trying again.',
  500: 'Something went wrong on our end. Please try again later.',
  502: 'The service is unavailable at the moment. Please try again later.',
  503: 'The service is unavailable at the moment. Please try again later.',
  504: 'The request took too long. Please try again.',
} as const;

export type ErrorStatus = keyof typeof statusWording;

export const isErrorStatus = (status: number): status is ErrorStatus => status in statusWording;
