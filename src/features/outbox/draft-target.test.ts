import { expect, test } from 'vitest';
import { draftTarget } from './draft-target.ts';

const one = '01a20251-3964-7405-b101-eca858376355';
const two = '01a20251-39dc-770f-b22a-05da8065abb4';

test.each([
  ['post-new', { kind: 'post-new', to: '/posts/create' }],
  [`post-new-${one}`, { kind: 'post-new', to: `/posts/create?refused=${one}` }],
  [`post-${one}`, { kind: 'post', to: `/posts/${one}/edit`, post: one }],
  [`post-${one}-${two}`, { kind: 'post', to: `/posts/${one}/edit?refused=${two}`, post: one }],
  [`comment-${one}`, { kind: 'comment', to: `/posts/${one}`, post: one }],
  [`message-${one}`, { kind: 'message', to: `/groups/${one}`, group: one }],
  ['group-new', { kind: 'group-new', to: '/groups/create' }],
  [`group-${one}`, { kind: 'group', to: `/groups/${one}/settings`, group: one }],
  ['invitation', { kind: 'invitation', to: '/friends' }],
  ['contact', { kind: 'contact', to: '/contact' }],
  [`reported|post|${one}`, { kind: 'report', to: `/posts/${one}` }],
  [`reported|profile|${one}`, { kind: 'report', to: `/friends/${one}` }],
  [`reported|comment|${one}`, { kind: 'report', comment: one }],
  [`reported|message|${one}`, { kind: 'report' }],
  ['of-a-form-to-come', { kind: 'other' }],
])('the draft %s belongs to %o', (key, target) => {
  expect(draftTarget(key)).toEqual(target);
});
