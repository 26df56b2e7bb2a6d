/** Every route of the API is described, and every description has its route, so the API document cannot become outdated. */
import { expect } from 'vitest';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { test } from '../support/fixtures/server.ts';

/** Routes without a description. This list may only get shorter; a described route must be removed from it. */
const notYetDescribed: readonly string[] = [];

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const key = (method: string, path: string): string => `${method} ${path}`;
const described = allOperations.map(({ method, path }) => key(method, `/api${path}`));

test('every route is described, every description has a route', ({ server }) => {
  // Middleware is no route: it is registered for every method, or for a pattern with a star.
  const routes = server.routes.filter(({ method, path }) => path.startsWith('/api/') && !path.endsWith('*') && methods.has(method));
  const there = new Set(routes.map(({ method, path }) => key(method, path)));
  expect(there.size).toBeGreaterThan(80);
  const known = new Set([...described, ...notYetDescribed]);
  expect([...there].filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !there.has(route))).toEqual([]);
  expect(notYetDescribed.filter((route) => described.includes(route))).toEqual([]);
});

test('each is described once, with a unique name', () => {
  expect(new Set(described).size).toBe(described.length);
  const ids = allOperations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
