/** Which texts count as blank, and which characters may not hide in a name or an address. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayNameSchema, emailSchema } from '../account/account.ts';
import { comment } from '../comments/comment.ts';
import { contactSchema } from '../contact/contact.ts';
import { group } from '../groups/group.ts';
import { groupMessage } from '../messages/group-message.ts';
import { post } from '../posts/post.ts';
import { profile } from '../profiles/profile.ts';
import { isBlank, isHiddenCharacters, isStorable, lengthOf, MAX_NESTING } from './text.ts';

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
const having = (property: RegExp): string[] => codePoints.map((code) => String.fromCodePoint(code)).filter((one) => property.test(one));

const formatting = having(/\p{Cf}/u);
const ZWJ = '\u200D';
const VS16 = '\uFE0F';

const blanks = [
  ['nothing', ''],
  ['spaces of many kinds', ' \t\u00a0\u2003\u3000\n'],
  ['a space of no width', '\u200B'],
  ['a joiner', ZWJ],
  ['a mark of the byte order', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['Hangul fillers', '\u3164\u115F\uFFA0'],
  ['an empty cell of Braille', '\u2800'],
  ['a variation of nothing', VS16],
  ['an accent on nothing', '\u0301'],
  ['direction alone', '\u202E\u2066\u2069'],
  ['tags', '\u{E0061}\u{E007F}'],
  ['a control', '\u0007'],
] as const;

describe('a text without a visible character', () => {
  test.each(blanks)('%s', (_what, text) => {
    expect(isBlank(text)).toBe(true);
    for (const schema of [comment.text.shape.content, group.text.shape.name, displayNameSchema]) {
      const { error } = schema.safeParse(text);
      // Refused as empty, and for no other reason: the message is that of a field that nobody filled in.
      expect(error?.issues.map(({ code }) => code)).toEqual(['too_small']);
    }
    expect(contactSchema.safeParse({ subject: text, message: 'Hello' }).success).toBe(false);
    expect(contactSchema.safeParse({ subject: 'Hello', message: text }).success).toBe(false);
  });

  test.each(blanks)('%s: an optional text counts as left out', (_what, text) => {
    expect(group.text.shape.description.parse(text)).toBeNull();
    // A photo may come without a word. Where there is none either, a rule refuses the text (IM2).
    for (const { content } of [post.text.shape, groupMessage.text.shape]) expect(content.parse(text)).toBe('');
    const { bio, location, interests } = profile.text.shape;
    expect([bio.parse(text), location.parse(text), interests.parse([text])]).toEqual(['', '', ['']]);
  });

  test('any number of invisible characters is blank, and one visible character among them makes it a text', () => {
    const invisible = fc.string({ unit: fc.constantFrom(...formatting, ...having(/\p{White_Space}/u), ...blanks.map(([, text]) => text)) });
    fc.assert(fc.property(invisible, (text) => isBlank(text)));
    fc.assert(
      fc.property(invisible, invisible, fc.constantFrom('a', 'é', 'ش', '字', '1', '.', '😀', 'ก'), (before, after, shown) => {
        expect(post.text.shape.content.safeParse(`${before}${shown}${after}`).success).toBe(true);
      }),
    );
  });
});

describe('a name', () => {
  test('has no format characters except those that join emoji', () => {
    expect(formatting.length).toBeGreaterThan(100);
    const names = formatting.flatMap((hidden) => [`An${hidden}a`, `${hidden}Ana`]);
    // JavaScript counts one of these characters as a space and trims it.
    expect(new Set(names.flatMap((name) => displayNameSchema.safeParse(name).data ?? []))).toEqual(new Set(['Ana']));
  });

  test.each([
    ['turned around', 'Ana \u202Emoc.live'],
    ['with an isolate', 'Ana\u2067'],
    ['told apart from another by nothing', 'Ana\u200B'],
    ['the same with a joiner', `Ana${ZWJ}`],
    ['the same with a variation', `Ana${VS16}`],
    ['of two lines', 'Ana\nBcc: all'],
    ['of two lines for some', 'Ana\u2028Ben'],
    ['with a filler', 'A\u3164na'],
    ['with an empty cell', 'A\u2800na'],
    ['with a message in tags', `Ana${[...'hidden'].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')}`],
  ])('%s is refused, and the reason has a name', (_what, name) => {
    for (const schema of [displayNameSchema, group.text.shape.name]) expect(isHiddenCharacters(schema.safeParse(name).error)).toBe(true);
  });

  test.each([
    'Ana Ribeiro',
    "Zoë O'Brien-Ngũgĩ",
    'Ana 👩‍👩‍👧‍👦',
    'Ben ❤️',
    'Ben ❤️‍🔥',
    'Room 1️⃣',
    'Noor 👩🏽‍🦰',
    'Ailsa 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'علی‌رضا',
    'ශ්‍රී',
    'नमिता',
    '王小明',
    'דָּנָה',
    'x',
  ])('%s is accepted', (name) => {
    expect(displayNameSchema.parse(name)).toBe(name);
    expect(group.text.shape.name.parse(` ${name} `)).toBe(name);
  });
});

describe('an address', () => {
  test('has no format characters', () => {
    const emails = formatting.flatMap((one) => [`an${one}a@kith.example`, `ana@kith${one}.example`, `ana@kith.example${one}`]);
    expect(new Set(emails.flatMap((email) => emailSchema.safeParse(email).data ?? []))).toEqual(new Set(['ana@kith.example']));
  });

  test('with a hidden character is distinguished from one that is invalid otherwise', () => {
    expect(isHiddenCharacters(emailSchema.safeParse('an\u00ADa@kith.example').error)).toBe(true);
    expect(isHiddenCharacters(emailSchema.safeParse('ana at kith').error)).toBe(false);
    expect(emailSchema.parse(' Jörg@Kith.example ')).toBe('jörg@kith.example');
  });
});

describe('a value of a request', () => {
  const nested = (depth: number, inner: unknown): unknown => {
    let value = inner;
    for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  };

  test('can be stored up to a depth, and with texts that can be stored', () => {
    expect(isStorable(nested(MAX_NESTING, 'x'))).toBe(true);
    expect(isStorable(nested(MAX_NESTING + 1, 'x'))).toBe(false);
    expect(isStorable(nested(100_000, 'x'))).toBe(false);
    expect(isStorable(nested(MAX_NESTING, 'nul \0'))).toBe(false);
  });

  test('is about as long as its JSON, however deep it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[a-z ]{0,400}$/)), (value) => {
        const json = JSON.stringify(value).length;
        expect(Math.abs(lengthOf(value) - json)).toBeLessThanOrEqual(2);
      }),
    );
    expect(lengthOf(nested(100_000, 'x'))).toBeGreaterThan(100_000);
  });
});
