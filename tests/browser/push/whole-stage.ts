/**
 * The whole path of a call. The server sends it to a push service on this machine, and the browser of Ana gets what arrived there, as it
 * arrived. Played are only the subscription of the browser (`push-stage.ts`), and its delivery and presses (`arriving-stage.ts`).
 */
import { type DESKTOP, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { openPush } from './arriving-stage.ts';
import { test as pushTest } from './push-stage.ts';

export const test = pushTest
  .extend('groupId', ({ circle, people: { ana, mira } }) => circle.group(ana, mira))
  /** Sends all calls that wait, and returns the texts that arrived for Ana's only device. */
  .extend('sent', ({ server, service }) => async (): Promise<readonly string[]> => {
    const before = service.received.length;
    await server.engine.settled();
    await server.sql`update jobs set due_at = now() where queue like 'call%' and key is not null`;
    await until(async () => (await server.sql`select from jobs where queue like 'call%'`).length === 0);
    return service.received.slice(before).map(({ text }) => text);
  })
  /** A device of Ana that would open without a network. Nothing that was before waits to be sent. */
  .extend('ready', ({ phone, faultProxy, server, groupId: _ }) => async (at: string, viewport: typeof PHONE | typeof DESKTOP = PHONE) => {
    const { page, context, push, newTab } = await phone({ url: faultProxy.url, at, viewport });
    await waitForOfflineApp(page);
    await server.engine.settled();
    await server.sql`delete from jobs where queue like 'call%'`;
    // The browser stays open with an empty page.
    const arriving = await openPush(await newTab(), faultProxy.url);
    return { page, context, push, arriving, newTab };
  });
