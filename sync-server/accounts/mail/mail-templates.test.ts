import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mailTemplates, renderMail } from './mail-templates.ts';

test('what a person typed is text in the HTML, never markup', () => {
  const mail = renderMail('friend-request', { inviterName: '<img src=x onerror="alert(1)">' }, 'https://kith.example');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  expect(mail.text).toContain('<img src=x');
});

test('a name cannot break out of the subject or add lines', () => {
  const { subject, text } = renderMail('friend-request', { inviterName: 'Eve\r\nBcc: all@kith.test\u202E' }, 'https://kith.example');
  expect(subject).toBe('Eve Bcc: would like to be friends');
  expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false);
});

test.each([
  ['verification', '/auth#verify=a%2Bb'],
  ['password-reset', '/auth/reset-password#token=a%2Bb'],
  ['address-change', '/auth#address=a%2Bb'],
  ['friend-invitation', '/auth#invite=a%2Bb'],
] as const)('the link of %s leads to this server with its token, in text, HTML and the list of links', (template, path) => {
  const mail = renderMail(template, { token: 'a+b', name: 'Ana', inviterName: 'Ana' }, 'https://kith.example');
  expect(mail.links).toEqual([`https://kith.example${path}`]);
  expect(mail.text).toContain(mail.links[0]);
  expect(mail.html).toContain(`href="${mail.links[0]}"`);
});

test('the mail of an invitation carries its secret only where mails prove an address', () => {
  const data = { token: 'an-invitation', inviterName: 'Ana' };
  const [link] = renderMail('friend-invitation', { ...data, secret: 'c+d' }, 'https://kith.example').links;
  expect(link).toBe('https://kith.example/auth#invite=an-invitation&secret=c%2Bd');
  expect(renderMail('friend-invitation', data, 'https://kith.example').text).toContain('Sign up with this address');
});

const everything = {
  token: 'a+b',
  name: 'Ana',
  inviterName: 'Ana',
  device: 'Firefox on Android',
  subject: 'Hello',
  email: 'ana@kith.test',
  message: 'One\ntwo',
  author: 'Ben',
  authorId: '7',
  what: 'a post',
  path: '/posts/7',
  words: 'Look at this',
};

test('its colours are those of the app, in dark mode too', async () => {
  const tokens = await readFile(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8');
  const both = (name: string) => new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) ?? [];
  const { html } = renderMail('already-registered', {}, 'https://kith.example');
  const [ground, onGround] = [both('accent'), both('on-accent')];
  expect(html).toContain(`background:${ground[0]};color:${onGround[0]}`);
  expect(html).toContain(`.button { background: ${ground[1]} !important; color: ${onGround[1]} !important }`);
  const colours = ['bg', 'surface', 'text', 'muted', 'divider', 'accent', 'on-accent'].flatMap(both);
  expect(colours).toHaveLength(14);
  expect(new Set(html.match(/#[0-9a-f]{6}\b/g))).toEqual(new Set(colours));
});

test('only mails of the contact form and of a report contain what somebody wrote', () => {
  const written = { ...everything, message: 'What I wrote', content: 'What I wrote', subject: 'What I wrote', bio: 'What I wrote' };
  const holding = mailTemplates.filter((template) => renderMail(template, written, 'https://kith.example').text.includes('What I wrote'));
  expect(holding).toEqual(['contact', 'report']);
});

test.each(mailTemplates)('%s loads nothing, has a dark mode, and its text says everything', (template) => {
  const { html, text, links, subject } = renderMail(template, everything, 'https://kith.example');
  // Opening it fetches nothing and runs nothing.
  expect(html).not.toMatch(/<(?:img|script|link|iframe|form|object)|url\(|@import|@font-face|src=/i);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([links[0], links[0]]);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('prefers-color-scheme: dark');
  const seen = html
    .replace(/<style>[\s\S]*<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
  const lines = text.split('\n').flatMap((line) => (line === '' || line.startsWith('-- ') ? [] : [line.replace(/^> |:$/g, '')]));
  for (const line of lines) expect(seen).toContain(line);
  expect(html).toContain(`<title>${subject}</title>`);
});

test.each(mailTemplates)('%s begins each paragraph and its subject as a sentence begins', (template) => {
  const { text, html, subject } = renderMail(template, everything, 'https://kith.example');
  const paragraphs = text.split('\n\n').filter((paragraph) => !/^(?:> |-- )/.test(paragraph));
  const shown = [...html.matchAll(/<(?:p|h1|title)\b[^>]*>([^<]+)/g)].map(([, words = '']) => words);
  expect(shown.length).toBeGreaterThan(3);
  for (const words of [subject, ...paragraphs, ...shown]) expect(words).toMatch(/^\p{Lu}/u);
});
