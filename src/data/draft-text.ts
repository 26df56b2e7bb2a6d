/** The text fields of a draft. Other fields (an audience, an id) are quickly chosen again, text is not. */
const FIELDS = ['content', 'message', 'text', 'name', 'description', 'subject'] as const;

/** The texts of a draft by field, whatever else its form stores. */
export function draftTexts(value: unknown, within = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[within, value.trim()]]);
  if (typeof value !== 'object' || value === null) return new Map();
  const fields = value as Record<string, unknown>;
  return new Map([
    ...FIELDS.flatMap((field) => (typeof fields[field] === 'string' ? [[`${within}${field}`, fields[field].trim()] as const] : [])),
    // The edit of an existing message, next to a new message.
    ...(within === '' ? draftTexts(fields.edit, 'edit ') : []),
  ]);
}

/** The text that a draft is known by; empty if nothing was written. */
export const draftText = (value: unknown): string => [...draftTexts(value).values()].find((text) => text !== '') ?? '';

/** Whether `theirs` contains all text of `mine`, so that it is enough to keep `theirs`. */
export function containsText(theirs: unknown, mine: unknown): boolean {
  const held = draftTexts(theirs);
  return [...draftTexts(mine)].every(([field, text]) => held.get(field)?.includes(text) ?? text === '');
}
