/** Every route of the API is described, and every description has its route: the document of the API cannot lag behind. */
import { expect } from 'vitest';
import { allOperations } from '../../sync-server/api-document/all-operations.ts';
import { test } from '../support/fixtures/server.ts';

/** Routes that have no description yet. This list only ever gets shorter; a route that is described is taken out of it. */
const notYetDescribed: readonly string[] = [
  'GET /api/health',
  'GET /api/openapi.json',
  'POST /api/auth/sign-up',
  'GET /api/auth/sign-in-ways',
  'POST /api/auth/passkeys/sign-in/options',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys',
  'PUT /api/auth/passkeys/:id',
  'DELETE /api/auth/passkeys/:id',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/confirm',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/second-factor/off',
  'POST /api/auth/second-factor/sign-in',
  'GET /api/auth/providers',
  'GET /api/auth/google/start',
  'POST /api/auth/google/callback',
  'POST /api/auth/resend-verification',
  'POST /api/auth/verify',
  'POST /api/auth/sign-in',
  'POST /api/auth/refresh',
  'POST /api/auth/sign-out',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'PUT /api/auth/user',
  'POST /api/auth/confirm-address',
  'GET /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'POST /api/misc/errors',
  'POST /api/sync/push',
  'POST /api/friends/invite',
  'POST /api/misc/contact',
  'POST /api/sync/pull',
  'POST /api/sync/stream',
  'POST /api/posts/reactions',
  'GET /api/posts/reactions',
  'GET /api/posts/:postId/comments',
  'POST /api/posts/:postId/comments',
  'PATCH /api/posts/:postId/comments/:commentId',
  'DELETE /api/posts/:postId/comments/:commentId',
  'POST /api/friends/invite-by-id/:id',
  'GET /api/friends/invitations/sent',
  'GET /api/friends/invitations/received',
  'POST /api/friends/invitations/:id/respond',
  'POST /api/friends/invitations/:id/cancel',
  'DELETE /api/friends/invitations/:id/cancel',
  'GET /api/groups/invitations',
  'POST /api/groups/invitations/:id/accept',
  'POST /api/groups/invitations/:id/decline',
  'POST /api/groups/invitations/:id/cancel',
  'DELETE /api/groups/invitations/:id/cancel',
  'GET /api/groups/:id/invitations',
  'POST /api/groups/:id/invite',
  'GET /api/groups',
  'POST /api/groups',
  'GET /api/groups/:id',
  'PUT /api/groups/:id',
  'DELETE /api/groups/:id',
  'POST /api/groups/:id/leave',
  'GET /api/groups/:id/members',
  'DELETE /api/groups/:id/members/:userId',
  'PUT /api/groups/:id/members/:userId/role',
  'GET /api/groups/:id/messages',
  'POST /api/groups/:id/messages',
  'PUT /api/messages/:messageId',
  'PATCH /api/messages/:messageId',
  'PUT /api/groups/:id/messages/:messageId',
  'PATCH /api/groups/:id/messages/:messageId',
  'DELETE /api/messages/:messageId',
  'DELETE /api/groups/:id/messages/:messageId',
  'POST /api/messages/:messageId/react',
  'POST /api/groups/:id/messages/:messageId/react',
  'GET /api/notifications',
  'PUT /api/notifications/read-all',
  'PUT /api/notifications/:id/read',
  'DELETE /api/notifications/:id',
  'PUT /api/images/:id',
  'GET /api/images/:id',
  'POST /api/profiles/me/image',
  'DELETE /api/profiles/me/image',
  'GET /api/profiles/me',
  'PUT /api/profiles/me',
  'GET /api/profiles/:id',
  'DELETE /api/profiles/me',
  'GET /api/profiles/me/export',
  'POST /api/oauth/process-profile-image',
  'POST /api/oauth/retry-google-profile',
];

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const key = (method: string, path: string): string => `${method} ${path}`;
const described = allOperations.map(({ method, path }) => key(method, `/api${path}`));

test('every route is described, every description has a route', ({ server }) => {
  // Middleware is no route: it is there for every method, or for a pattern with a star.
  const routes = server.routes.filter(({ method, path }) => path.startsWith('/api/') && !path.endsWith('*') && methods.has(method));
  const there = new Set(routes.map(({ method, path }) => key(method, path)));
  expect(there.size).toBeGreaterThan(80);
  const told = new Set([...described, ...notYetDescribed]);
  expect([...there].filter((route) => !told.has(route))).toEqual([]);
  expect([...told].filter((route) => !there.has(route))).toEqual([]);
  expect(notYetDescribed.filter((route) => described.includes(route))).toEqual([]);
});

test('each is described once, under a name of its own', () => {
  expect(new Set(described).size).toBe(described.length);
  const ids = allOperations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
