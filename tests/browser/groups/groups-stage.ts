/** Ana's two groups: the one of the chat, and a house that she shares with Ben. */
import { test as chatTest } from '../../support/fixtures/chat.ts';

export const test = chatTest
  /** Ana's second group, with Ben */
  .extend('house', async ({ circle, people: { ana, ben } }) => {
    const { id } = await circle.done(ana, 'groups', circle.groupDocument(ana, 'House by the lake', 'Dates, keys and the boiler.'));
    await circle.join(ana, id, ben);
    return id;
  });
