import { expect, test } from 'vitest';
import { mayRead, type StartFacts } from './may-read.ts';

const start: StartFacts = {
  member: 'ana',
  owesErasure: false,
  owesSignOut: false,
  path: '/posts',
  hasMailLink: false,
  isArriving: false,
  place: 0,
  isUnseen: false,
};

test.each<readonly [string, Partial<StartFacts>, string | undefined]>([
  ['a member opens the feed', {}, 'ana'],
  ['a member opens the app', { path: '/' }, 'ana'],
  ['nobody is signed in', { member: undefined }, undefined],
  ['a database must be erased first', { owesErasure: true }, undefined],
  ['the server must hear of a sign-out first', { owesSignOut: true }, undefined],
  ['another page is opened', { path: '/posts/1' }, undefined],
  ['the address has the link of a mail', { hasMailLink: true }, undefined],
  ['a new member arrives', { isArriving: true }, undefined],
  ['the feed was left further down', { place: 12 }, undefined],
  ['nobody sees the page', { isUnseen: true }, undefined],
])('%s', (_, facts, member) => expect(mayRead({ ...start, ...facts })).toBe(member));
