/** The pace of the stream depends on whether somebody looks at any tab of the browser. */
import { expect } from 'vitest';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';
import { STREAM, test } from './looked-at-stage.ts';

test('a hidden page lets its stream rest, and a page that becomes visible gets what it missed on a dead stream', async ({
  ana: { page, context },
  faultProxy: network,
  followStreams,
  circle,
  people,
}) => {
  const asked = followStreams(context);
  await setVisible(page, false);
  await until(() => asked.length === 1);
  await upToDate(page);
  await until(() => network.openRequests(STREAM) === 1);
  expect(network.stall(STREAM)).toBe(1);
  await circle.post(people.ben, { content: 'Said to nobody' });
  await setVisible(page, true);
  await card(page, 'Said to nobody').waitFor();
  await upToDate(page);
  expect(asked).toEqual([false, true]);
});
