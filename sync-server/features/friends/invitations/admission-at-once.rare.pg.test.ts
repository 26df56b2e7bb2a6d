/** Many who sign up by one link or one mailed invitation at the same moment. */
import { expect } from 'vitest';
import { test, times } from '../../../../tests/support/admission.ts';

test.for([
  { guests: 2, rounds: 15 },
  { guests: 10, rounds: 10 },
])(
  '$guests who sign up by one link at the same moment all get an answer',
  { timeout: 120_000 },
  async ({ guests, rounds }, { mira, make, visitor }) => {
    for (const _ of times(rounds)) {
      const { id, token } = await make(8);
      const answers = await Promise.all(times(guests).map((nth) => visitor(`Guest ${nth}`).signUp(token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(guests).fill(201));
      await mira.client.delete(`/api/friends/invite-links/${id}`);
    }
  },
);

test.for([
  { guests: 2, rounds: 5 },
  { guests: 10, rounds: 5 },
])(
  '$guests who sign up by one mailed invitation at the same moment all get an answer, and one gets in',
  { timeout: 120_000 },
  async ({ guests, rounds }, { mailed, visitor }) => {
    for (const _ of times(rounds)) {
      const token = await mailed();
      const visitors = times(guests).map((nth) => visitor(`Guest ${nth}`));
      const answers = await Promise.all(visitors.map((guest) => guest.signUp(token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(guests).fill(201));
      const confirmed = await Promise.all(visitors.map((guest) => guest.confirmElsewhere()));
      expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(confirmed.filter(({ status }) => status === 403)).toHaveLength(guests - 1);
    }
  },
);
