import { describe, expect, test } from 'vitest';
import { createServerClock, type ServerTime, wasSetBetween } from './server-clock.ts';

const NOON = Date.UTC(2026, 4, 4, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A device whose clock is off by `wrong` milliseconds and can be set. Its timer always runs correctly. */
function deviceWith(wrong: number, kept?: ServerTime | null) {
  const device = { wrong, passed: 0 };
  const clock = createServerClock({
    Date: { now: () => NOON + device.passed + device.wrong },
    performance: { now: () => 777 + device.passed },
  });
  if (kept) clock.take(kept);
  return Object.assign(device, { clock, hear: () => clock.take(clock.reading(NOON + device.passed)) });
}

describe('the time that is shown', () => {
  test('is the device’s until the server’s time is known', () => {
    expect(deviceWith(DAY).clock.now()).toBe(NOON + DAY);
  });
  test.each([-2 * DAY, -10 * MINUTE, 0, 10 * MINUTE, 2 * DAY])('is the server’s, with a clock wrong by %d ms', (wrong) => {
    const device = deviceWith(wrong);
    device.hear();
    device.passed += MINUTE;
    expect(device.clock.now()).toBe(NOON + MINUTE);
  });
  test('counts the time while the app was closed by the clock of the device', () => {
    const before = deviceWith(2 * DAY);
    before.hear();
    const after = deviceWith(2 * DAY, before.clock.lastReading);
    after.wrong += 3 * DAY;
    expect(after.clock.now()).toBe(NOON + 3 * DAY);
  });
  test('is never before the least that the server’s clock can show', () => {
    const device = deviceWith(0);
    device.hear();
    device.wrong = -2 * DAY;
    device.passed += MINUTE;
    expect(device.clock.now()).toBe(NOON + MINUTE);
  });
  test('leaves a clock alone that is right within the margin', () => {
    const device = deviceWith(4000);
    device.hear();
    expect(device.clock.now()).toBe(NOON + 4000);
  });
});

describe('the least that the server’s clock can show', () => {
  test('is 0 before the server’s time is known: nothing has ended', () => {
    expect(deviceWith(2 * DAY).clock.atLeast()).toBe(0);
  });
  test('advances with the timer, and setting the clock does not move it', () => {
    const device = deviceWith(0);
    device.hear();
    device.passed += MINUTE;
    device.wrong = 5 * DAY;
    expect(device.clock.atLeast()).toBe(NOON + MINUTE);
  });
  test('survives a reload, and a clock that is set between two pages', () => {
    const before = deviceWith(0);
    before.hear();
    const after = deviceWith(5 * DAY, before.clock.lastReading);
    expect(after.clock.atLeast()).toBe(NOON);
  });
  test('follows a server whose clock was corrected', () => {
    const device = deviceWith(0);
    device.clock.take(device.clock.reading(NOON + DAY));
    device.clock.take(device.clock.reading(NOON));
    expect(device.clock.atLeast()).toBe(NOON);
  });
});

test('a clock that was set is distinguished from one that runs, even with delays below the margin', () => {
  const first = { server: NOON, device: NOON + 10 * MINUTE };
  expect(wasSetBetween(first, { server: NOON + DAY, device: NOON + DAY + 10 * MINUTE + 900 })).toBe(false);
  expect(wasSetBetween(first, { server: NOON + DAY, device: NOON + DAY })).toBe(true);
});

test('a listener is called for each reading, and no more after it has stopped', () => {
  const { clock, hear } = deviceWith(0);
  const heard: ServerTime[] = [];
  const stop = clock.onReading((time) => heard.push(time));
  hear();
  stop();
  hear();
  expect(heard).toEqual([{ server: NOON, device: NOON }]);
});
