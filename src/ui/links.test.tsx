import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import Links from './links.tsx';

const hrefsIn = (text: string): string[] =>
  [...renderToStaticMarkup(createElement(Links, { text })).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

test('web addresses become links that tell the other site nothing', () => {
  expect(hrefsIn('see https://kith.example/a?b=c and www.example.org')).toEqual(['https://kith.example/a?b=c', 'https://www.example.org']);
  expect(renderToStaticMarkup(createElement(Links, { text: 'https://kith.example' }))).toContain('rel="noopener noreferrer nofollow ugc"');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://kith.example/%0aalert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data://kith.example/x',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://example.org/x',
  'blob:https://kith.example/1',
])('%s is no link', (text) => {
  expect(hrefsIn(text).filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
});

test('an address cannot leave its attribute, and a text around it stays text', () => {
  const html = renderToStaticMarkup(
    createElement(Links, { text: 'https://kith.example/"onmouseover="alert(1) <img src=x onerror=alert(1)>' }),
  );
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/"\s*onmouseover=/);
});

test('an address from right to left is isolated part by part, so that its host and path stand in order', () => {
  const text = 'see https://kith.example/\u05d0\u05d1/\u05d2?\u05d3=1 and https://kith.example/a';
  const html = renderToStaticMarkup(createElement(Links, { text }));
  expect(html).toContain('<bdi>example</bdi><bdi>/</bdi><bdi>\u05d0\u05d1</bdi><bdi>/</bdi><bdi>\u05d2</bdi><bdi>?</bdi>');
  expect(html.match(/ dir="ltr"/g)).toHaveLength(2);
  expect(html).toContain('>https://kith.example/a</a>');
});
