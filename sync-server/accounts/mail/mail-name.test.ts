import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameInMail } from './mail-name.ts';
import { type MailTemplate, renderMail } from './mail-templates.ts';

describe('a name in a mail', () => {
  test.each([
    ['You have won: https://evil.example/prize', 'You have won:'],
    ['Claim it at evil.example', 'Claim it at'],
    ['Claim it at EVIL.EXAMPLE/prize?you=1', 'Claim it at'],
    ['write (prize@evil.example)', 'write'],
    ['t.co/abc now', 'now'],
    ['www.evil.example.', 'Somebody'],
    ['mailto:prize tel:+123 call', 'call'],
    ['go to 192.168.0.1 or 1.1.1.1', 'go to or'],
    ['see http://[::1]/ and //evil', 'see and //evil'],
    ['see xn--80ak6aa92e.com', 'see'],
    ['see пример.рф', 'see'],
    ['see 例え。テスト', 'see'],
    ['see evil．example', 'see'],
    ['write prize＠evil', 'write'],
    ['see ev\u200Bil.example', 'see ev'],
    ['see evil.c\uFE0Fom', 'see'],
    ['see 😀.ws', 'see'],
    ['Eve\r\nBcc: all@kith.test\u202E', 'Eve Bcc:'],
    ['', 'Somebody'],
    ['\u200B', 'Somebody'],
    ['\u2800', 'Somebody'],
  ])('%j becomes %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown);
  });

  test.each([
    'Ana Ribeiro',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    "Zoë O'Brien",
    'Ana & Ben',
    'Dr. No',
    'Ana (the 2nd)',
    '王小明',
    'A. A.',
  ])('%s stays as it is', (name) => {
    expect(nameInMail(name)).toBe(name);
  });

  test('is not too long, and is cut between characters', () => {
    expect(nameInMail('😀'.repeat(200))).toBe('😀'.repeat(80));
  });
});

/** Names with which somebody tries to get a link into a mail. */
const crafted = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'https://evil.example/x',
        'evil.example',
        'a@evil.example',
        'evil.co',
        'Ana',
        ' ',
        '.',
        '/',
        '\u200B',
        '\n',
        '。',
        '@',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const templates: readonly MailTemplate[] = ['verification', 'friend-invitation', 'friend-request', 'address-change'];

test('whatever name somebody takes, a mail contains no address but those of this server', () => {
  fc.assert(
    fc.property(crafted, fc.constantFrom(...templates), (name, template) => {
      const mail = renderMail(template, { name, inviterName: name, token: 't' }, 'https://kith.example');
      for (const text of [mail.subject, mail.text]) {
        expect(text.replaceAll(/https:\/\/kith\.example\S*/g, '')).not.toMatch(/https?:|\S@|\w\.(?:example|co)\b/);
      }
    }),
  );
});
