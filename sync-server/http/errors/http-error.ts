import { type ErrorStatus, statusWording } from '../../../schemas/wording/status-wording.ts';
import { statusCode } from './status-code.ts';

/** An error answer, for throwing where returning it through several functions would obscure the main path. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ErrorStatus, options: { code?: string; message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? statusWording[status]);
    this.name = 'HttpError';
    this.status = status;
    this.code = options.code ?? statusCode(status);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
