import { expect, onTestFinished, test } from 'vitest';
import { openSessionChannel, readSessionMessage, SESSION_CHANNEL } from './session-channel.ts';
import { type SessionEvent, sessionEventSchema } from './session-event.ts';

const user = { id: 'ana', email: 'ana@kith.test', name: 'Ana' };
const token = { token: 'access', leftMs: 600_000 };

/** One event of each kind, complete. */
const events: readonly SessionEvent[] = [
  { type: 'SIGNED_IN', userId: 'ana', user, ...token },
  { type: 'SIGNED_OUT', userId: 'ana', why: 'asked' },
  { type: 'SIGNED_OUT', userId: 'ana', why: 'expired' },
  { type: 'SIGNED_OUT', userId: 'ana', why: 'deleted' },
  { type: 'TOKEN_REFRESHED', userId: 'ana', ...token, inSight: true },
  { type: 'TOKEN_REFRESHED', userId: 'ana', ...token, inSight: false },
  { type: 'PASSWORD_RECOVERY', step: 'opened' },
  { type: 'PASSWORD_RECOVERY', step: 'used' },
  { type: 'USER_UPDATED', userId: 'ana', user, changed: 'password' },
  { type: 'USER_UPDATED', userId: 'ana', user, changed: 'email' },
  { type: 'USER_UPDATED', userId: 'ana', user, changed: 'name' },
];

/** The same events with one field missing, and with one field replaced by something else. */
const damaged = events.flatMap((event) =>
  Object.keys(event).flatMap((key) => {
    const { [key]: _, ...without } = event as Record<string, unknown>;
    return [without, ...[null, 7.5, 'else', Number.NaN, {}].map((value) => ({ ...event, [key]: value }))];
  }),
);

test('the handwritten parser agrees with the schema, field by field', () => {
  for (const event of events) {
    expect(readSessionMessage(event)).toEqual(event);
    // No other field comes along, from any sender.
    expect(readSessionMessage({ ...event, refresh_token: 'secret', password: 'secret' })).toEqual(event);
  }
  const foreign = [null, 'SIGNED_OUT', 7, [], { type: 'token', userId: 'ana', token: 'access', leftMs: 1 }, { type: 'toString' }];
  let refused = 0;
  for (const value of [...damaged, ...foreign]) {
    const parsed = sessionEventSchema.safeParse(value);
    expect(readSessionMessage(value), JSON.stringify(value)).toEqual(parsed.success ? parsed.data : null);
    if (!parsed.success) refused += 1;
  }
  expect(refused).toBeGreaterThan(100);
});

test('an event reaches its announcer at once, other realms once each, and a listener that is added while it is announced too', async () => {
  const [here, other] = [openSessionChannel(), openSessionChannel()];
  onTestFinished(() => {
    here.close();
    other.close();
  });
  const heard: string[] = [];
  here.onEvent(({ type }) => {
    heard.push(`here ${type}`);
    here.onEvent((event) => void heard.push(`joined ${event.type}`));
  });
  const brought = new Promise<SessionEvent>((resolve) => other.onEvent(resolve));
  here.announce({ type: 'SIGNED_OUT', userId: 'ana', why: 'asked' });
  expect(heard).toEqual(['here SIGNED_OUT', 'joined SIGNED_OUT']);
  expect(await brought).toEqual({ type: 'SIGNED_OUT', userId: 'ana', why: 'asked' });
  expect(heard).toHaveLength(2);
});

test('messages of another version of the app are ignored', async () => {
  const here = openSessionChannel();
  const other = new BroadcastChannel(SESSION_CHANNEL);
  onTestFinished(() => {
    here.close();
    other.close();
  });
  const heard = new Promise<SessionEvent>((resolve) => here.onEvent(resolve));
  other.postMessage({ type: 'expired', userId: 'ana' });
  other.postMessage({ type: 'SIGNED_OUT', userId: 'ana', why: 'a reason of next year' });
  other.postMessage({ type: 'PASSWORD_RECOVERY', step: 'used' });
  expect(await heard).toEqual({ type: 'PASSWORD_RECOVERY', step: 'used' });
});
