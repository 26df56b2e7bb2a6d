/** However a session ends, its device is called no more from that moment. */
import { expect } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { type PushDevice, test as pushTest, rowOf } from '../../../tests/support/fixtures/push-sessions.ts';
import { SESSION_COOKIE } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import { forgetEndedSessions } from '../../accounts/account-upkeep.ts';

const test = pushTest
  .extend('ana', ({ circle, task }) => circle.signUp(`Ana ${task.id}`))
  /** two devices of Ana, each registered */
  .extend('devices', async ({ ana, device, register }) => {
    const registered = async () => {
      const opened = await device(ana);
      return { ...opened, row: rowOf(ana, opened, await register(opened)) };
    };
    return { here: await registered(), there: await registered() };
  })
  /** the sessions of Ana that are called, and those of which a row is stored */
  .extend('called', ({ ana, db, rows }) => async () => {
    const live = await db.sql<{ session: string }[]>`
      select l.id as session from push_subscriptions p join live_sessions l on l.id = p.session_id where l.user_id = ${ana.id}`;
    const stored = (await rows()).filter(({ member }) => member === ana.id);
    return { called: live.map(({ session }) => session).sort(), stored: stored.map(({ session }) => session).sort() };
  });

const only = (...devices: readonly PushDevice[]) => {
  const sessions = devices.map(({ sessionId }) => sessionId).sort();
  return { called: sessions, stored: sessions };
};

test('[R-26] signing out with the access token', async ({ devices: { here, there }, called }) => {
  expect(await called()).toEqual(only(here, there));
  expect((await here.client.post('/api/auth/sign-out')).status).toBe(200);
  expect(await called()).toEqual(only(there));
});

test('[R-26] signing out with the refresh token, in the body and in the cookie', async ({ devices: { here, there }, called, server }) => {
  expect((await apiClient(server.url).post('/api/auth/sign-out', { refresh_token: here.refreshToken })).status).toBe(200);
  expect(await called()).toEqual(only(there));
  const browser = apiClient(server.url);
  browser.jar.set(SESSION_COOKIE, there.refreshToken);
  expect((await browser.post('/api/auth/sign-out')).status).toBe(200);
  expect(await called()).toEqual(only());
});

test('[R-26] ending the session of another device', async ({ devices: { here, there }, called }) => {
  expect((await here.client.delete(`/api/auth/sessions/${there.sessionId}`)).status).toBe(200);
  expect(await called()).toEqual(only(here));
});

test('[R-26] ending all other sessions', async ({ devices: { here, there }, called }) => {
  expect((await there.client.delete('/api/auth/sessions')).status).toBe(200);
  expect(await called()).toEqual(only(there));
  expect((await here.client.get('/api/push/subscription')).status).toBe(401);
});

test('[R-26] a new password', async ({ devices: { here }, called }) => {
  expect((await here.client.put('/api/auth/user', { password: 'better horse 8' })).status).toBe(200);
  expect(await called()).toEqual(only(here));
});

test('[R-26] a password that was reset by mail', async ({ ana, devices: _, called, server }) => {
  const browser = apiClient(server.url);
  await browser.post('/api/auth/forgot-password', { email: ana.email });
  const token = tokenOf(await server.mailTo(ana.email, ({ links }) => links.some((link) => link.includes('reset-password'))), 'token');
  expect((await browser.post('/api/auth/reset-password', { token, password: 'better horse 8' })).status).toBe(200);
  expect(await called()).toEqual(only());
});

test('[R-26] a refresh token that is used in two places', async ({ devices: { here, there }, called, server }) => {
  const refresh = async (token: string): Promise<string> =>
    (await apiClient(server.url).post('/api/auth/refresh', { refresh_token: token })).body.data?.refresh_token;
  await refresh(await refresh(here.refreshToken));
  expect(await called()).toEqual(only(here, there));
  expect(await refresh(here.refreshToken)).toBeUndefined();
  expect(await called()).toEqual(only(there));
});

test('[R-26] deleting the account', async ({ devices: { here }, called }) => {
  expect((await here.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE' })).status).toBe(200);
  expect(await called()).toEqual(only());
});

test('[R-26] a session that expires is called no more at once, and its row goes with it', async ({
  devices: { here, there },
  called,
  db,
}) => {
  await db.sql`update sessions set expires_at = now() where id = ${here.sessionId}`;
  expect(await called()).toEqual({ called: [there.sessionId], stored: [here.sessionId, there.sessionId].sort() });
  await forgetEndedSessions(db.database);
  expect(await called()).toEqual(only(there));
});

test('[R-26] another member who signs in with the same browser', async ({
  circle,
  ana,
  devices: { here, there },
  called,
  server,
  task,
}) => {
  const ben = await circle.signUp(`Ben ${task.id}`);
  const browser = apiClient(server.url);
  browser.jar.set(SESSION_COOKIE, here.refreshToken);
  const { status, body } = await browser.post('/api/auth/sign-in', { email: ben.email, password: ben.password });
  expect([status, body.data.user.id]).toEqual([200, ben.id]);
  expect(await called()).toEqual(only(there));
  expect(ana.id).not.toBe(ben.id);
});

test('[R-26] a browser that comes back signed in anew registers again, and is called once', async ({
  ana,
  devices: { here, there },
  called,
  device,
  register,
}) => {
  const { endpoint, p256dh, auth } = here.row;
  const again = await device(ana);
  await register(again, { endpoint, keys: { p256dh, auth } });
  expect(await called()).toEqual(only(there, again));
});
