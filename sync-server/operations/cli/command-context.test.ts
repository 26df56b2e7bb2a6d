import { expect, test } from 'vitest';
import { createCommandContext } from './command-context.ts';

const HOSTILE = 'Ana\u001b]0;x\u0007 \u009b2J \u007f \u202egpj';
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys these
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

function printed(json: boolean, text: string, value: unknown): string {
  const out: string[] = [];
  createCommandContext({ LOG_LEVEL: 'silent' }, json, (line) => void out.push(line)).print(text, value);
  return out.join('\n');
}

test('whatever a command prints, a terminal obeys nothing that strangers typed', () => {
  expect(printed(false, `Name\n${HOSTILE}`, null)).toBe('Name\nAna]0;x 2J  \u202egpj');
  expect(printed(true, '', [{ name: HOSTILE, [HOSTILE]: 1 }])).not.toMatch(OBEYED);
});

test('as JSON it is still the same value, and its direction is not turned', () => {
  const value = { name: HOSTILE, [HOSTILE]: ['a\nb', '"\\'] };
  expect(JSON.parse(printed(true, '', value))).toEqual(value);
  expect(printed(true, '', value)).not.toContain('\u202e');
});
