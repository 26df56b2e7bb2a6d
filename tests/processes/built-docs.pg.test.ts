/** The built server has neither `docs/` nor a renderer: its pages were rendered by the build. */
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { apiDocument, renderDocs } from '../../sync-server/docs/pages.ts';
import { DOCUMENT_PATH, docsPaths } from '../../sync-server/http/document-paths.ts';
import { test } from '../support/fixtures/db.ts';
import { startServer } from '../support/server.ts';

test('the built server sends the pages and the document that the sources make', async ({ db }) => {
  const server = await startServer({ on: db, env: { LOG_LEVEL: 'warn' } });
  onTestFinished(() => server.stop());
  for (const [name, html] of Object.entries(renderDocs())) {
    const answer = await fetch(`${server.url}${docsPaths[name as keyof typeof docsPaths]}`);
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, 'text/html; charset=UTF-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-");
    expect((await answer.text()) === html, name).toBe(true);
  }
  const document = await (await fetch(`${server.url}${DOCUMENT_PATH}`)).json();
  expect(document).toEqual({ ...JSON.parse(JSON.stringify(apiDocument())), servers: [{ url: server.url }] });
  expect(await readFile(new URL('../../dist/server/main.js', import.meta.url), 'utf8')).not.toContain('"marked"');
});
