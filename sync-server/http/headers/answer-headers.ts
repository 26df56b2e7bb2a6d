import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';

/**
 * Sets these headers on a handler's answer and replaces those of the same name. They go straight onto Node's response if there is one:
 * web headers would check, copy and sort all of them again for each request. A stream has already sent its head.
 */
export function setAnswerHeaders(c: Context<AppEnv>, headers: readonly (readonly [name: string, value: string])[]): void {
  const outgoing = c.env?.outgoing;
  if (outgoing?.headersSent) return;
  for (const [name, value] of headers) {
    if (outgoing) outgoing.setHeader(name, value);
    else c.res.headers.set(name, value);
  }
}
