/** What of a draft is text: its other fields (an audience, an id) are chosen again in a moment, text is not. */
const FIELDS = ['content', 'message', 'text', 'name', 'description', 'subject'] as const;

/** The texts of a draft by their fields, whatever its form keeps beside them. */
export function draftTexts(value: unknown, within = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[within, value.trim()]]);
  if (typeof value !== 'object' || value === null) return new Map();
  const fields = value as Record<string, unknown>;
  return new Map([
    ...FIELDS.flatMap((field) => (typeof fields[field] === 'string' ? [[`${within}${field}`, fields[field].trim()] as const] : [])),
    // The change of a message that stands, beside a new one.
    ...(within === '' ? draftTexts(fields.edit, 'edit ') : []),
  ]);
}

/** The text that a draft is known by; empty where nothing was written. */
export const draftText = (value: unknown): string => [...draftTexts(value).values()].find((text) => text !== '') ?? '';

/** Whether nothing that was written in `mine` would be missing if only `theirs` were kept. */
export function holdsText(theirs: unknown, mine: unknown): boolean {
  const held = draftTexts(theirs);
  return [...draftTexts(mine)].every(([field, text]) => held.get(field)?.includes(text) ?? text === '');
}
