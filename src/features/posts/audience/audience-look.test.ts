import { expect, test } from 'vitest';
import { visibilityTypes } from '../../../../schemas/posts/visibility.ts';
import { offeredAudiences } from './audience-look.ts';

test('every audience is offered exactly once', () => {
  expect([...offeredAudiences].sort()).toEqual([...visibilityTypes].sort());
});
