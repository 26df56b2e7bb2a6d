/**
 * A real server is killed while it sends a mail that calls a member, in front of a real mail server: nobody gets a second one within the
 * day, neither where the mail server has the mail and the process never heard so, nor right after that. The next day has a mail again.
 */
import { expect, onTestFinished } from 'vitest';
import { test } from '../support/call-mails.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** A round that fails is followed by another a minute later. */
const TWO_ROUNDS_MS = 180_000;

test.for(['before the mail server has answered', 'right after the mail server has answered'] as const)(
  '[R-79] a process that is killed %s sends no second mail within the day',
  async (moment, { circle, db, people: { ana, ben }, pass }) => {
    let isHeld = moment === 'before the mail server has answered';
    const smtp = await startMailServer({ hold: () => (isHeld ? new Promise(() => undefined) : Promise.resolve()) });
    onTestFinished(() => smtp.stop());
    await circle.post(ben);
    await pass('1 hour');
    /** The next process that starts has a round, however long ago the last one was. */
    const roundIsDue = () => db.sql`update jobs set due_at = now() where queue = 'mails-that-call'`;
    await roundIsDue();
    const server = await startServer({ on: db, env: { SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.example' } });
    onTestFinished(() => server.stop());
    await until(() => smtp.to(ana.email).length === 1, TWO_ROUNDS_MS);
    await server.kill9();
    isHeld = false;

    /** Starts the server again and waits until it has asked about Ana. */
    const startAgain = async (): Promise<void> => {
      await roundIsDue();
      await db.sql`update call_mails set look_at = now() - interval '1 second' where user_id = ${ana.id}`;
      await server.restart();
      await until(
        async () => (await db.sql`select from call_mails where user_id = ${ana.id} and look_at > now()`).length === 1,
        TWO_ROUNDS_MS,
      );
      await server.kill9();
    };
    for (let time = 0; time < 3; time += 1) await startAgain();
    expect(smtp.to(ana.email)).toHaveLength(1);
    await circle.post(ben);
    await pass('20 hours');
    await startAgain();
    expect(smtp.to(ana.email)).toHaveLength(1);

    await pass('5 hours');
    await circle.post(ben);
    await pass('1 hour');
    await roundIsDue();
    await server.restart();
    await until(() => smtp.to(ana.email).length === 2, TWO_ROUNDS_MS);
    expect(smtp.received).toHaveLength(2);
  },
);
