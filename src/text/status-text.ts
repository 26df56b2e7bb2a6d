import { isErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';

export const UNEXPECTED_ERROR = 'An unexpected error occurred.';

/** What a failed answer means to a member, where it brought no words of its own. */
export const statusText = (status: number): string => (isErrorStatus(status) ? statusWording[status] : UNEXPECTED_ERROR);
