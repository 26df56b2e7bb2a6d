import { expect, test } from 'vitest';
import { shownMail } from './mails.ts';

test('text that strangers typed stays text on a terminal', () => {
  const mail = {
    to: 'ana@kith.test',
    subject: 'Hello \u001b[31m',
    text: 'One\n\u009b2J two\r',
    html: '',
    links: [],
    at: '2026-01-31T08:00:00.000Z',
  };
  expect(shownMail(mail)).toBe('2026-01-31 08:00:00 UTC, to ana@kith.test\nHello [31m\n\n    One\n    2J two');
});
