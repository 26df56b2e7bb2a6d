import type { Edit } from './planted-fault.ts';

/** The source with one edit applied. @throws Error where the text to replace does not occur exactly once */
export function edited(source: string, { file, from, to }: Edit): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}
