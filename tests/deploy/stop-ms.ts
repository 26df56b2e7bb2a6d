import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long the server may take to stop, in milliseconds, as its source says. */
export function stopMs(): number {
  const source = readFileSync(join(import.meta.dirname, '../../sync-server/main.ts'), 'utf8');
  const [, drain] = /DRAIN_MS = ([\d_]+);/.exec(source) ?? [];
  const [, rest] = /DRAIN_MS \+ ([\d_]+)\)/.exec(source) ?? [];
  if (!drain || !rest) throw new Error('main.ts does not say how long a stop takes');
  return Number(drain.replaceAll('_', '')) + Number(rest.replaceAll('_', ''));
}
