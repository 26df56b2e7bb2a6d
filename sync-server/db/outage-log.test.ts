import { pino } from 'pino';
import { test as base, expect } from 'vitest';
import { describeError } from '../base/log.ts';
import { createOutageLog } from './outage-log.ts';

const failing = (code: string, message = 'what it says') => Object.assign(new Error(message), { name: 'PostgresError', code });

/** A log over a database that answers when the test says so. */
const test = base.extend('outage', async ({ task: _ }, { onCleanup }) => {
  const lines: Record<string, unknown>[] = [];
  const given = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const state = { answers: false };
  const { log, close } = createOutageLog(given, async () => state.answers || Promise.reject(new Error('away')), { checkMs: 1 });
  onCleanup(close);
  return { log, lines, state, said: () => lines.map(({ msg }) => msg) };
});

test('an outage is one line, however many requests fail, and another line with their count when it ends', async ({ outage }) => {
  const { log, lines, state, said } = outage;
  for (let request = 0; request < 200; request += 1)
    log.warn({ requestId: request, error: describeError(failing('CONNECTION_CLOSED')) }, 'the database cannot answer');
  log.error({ error: describeError(failing('ECONNREFUSED')) }, 'mails could not be delivered');
  log.info('something else');
  expect(said()).toEqual(['the database does not answer; counting failures until it does', 'something else']);
  expect(lines[0]).toMatchObject({ during: 'the database cannot answer', error: { code: 'CONNECTION_CLOSED' } });

  state.answers = true;
  await expect.poll(() => said()).toHaveLength(3);
  expect(lines[2]).toMatchObject({ msg: 'the database answers again', failures: 201 });

  state.answers = false;
  log.warn({ error: describeError(failing('57P03')) }, 'the database cannot answer');
  expect(said()).toHaveLength(4);
});

test('errors that are no outage get one line each', ({ outage }) => {
  const { log, said } = outage;
  for (let time = 0; time < 3; time += 1) log.error({ error: describeError(failing('23505')) }, 'a request failed');
  log.warn('a word');
  expect(said()).toEqual(['a request failed', 'a request failed', 'a request failed', 'a word']);
});

test('damage is logged once, with its reason and with what to do', ({ outage }) => {
  const { log, lines } = outage;
  const reason = 'could not open file "base/16384/16390": No such file or directory';
  for (let time = 0; time < 50; time += 1) log.warn({ error: describeError(failing('58P01', reason)) }, 'the database cannot answer');
  log.error({ error: describeError(failing('XX001', 'invalid page in block 0 of relation base/16384/16390')) }, 'upkeep failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ error: { code: '58P01', message: reason } });
  expect(lines[0]?.msg).toMatch(/^the database is damaged\. .*last backup.*npm run restored/);
});

test('close waits for the check that is under way', async () => {
  let answer: () => void = () => undefined;
  let asked = false;
  const { log, close } = createOutageLog(
    pino({ level: 'silent' }),
    () => {
      asked = true;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    },
    { checkMs: 1 },
  );
  log.warn({ error: describeError(failing('57P03')) }, 'the database cannot answer');
  await expect.poll(() => asked).toBe(true);
  let closed = false;
  const closing = (async () => {
    await close();
    closed = true;
  })();
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  answer();
  await closing;
});
