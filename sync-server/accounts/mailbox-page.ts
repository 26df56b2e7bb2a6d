/**
 * `/dev/mail`: the mails of a server without SMTP, for whoever sits at the machine. The connection itself must come from it,
 * straight and under a local name: a proxy in front makes everybody look local, and so does a page that points its own name at
 * this machine.
 */
import { type Context, Hono } from 'hono';
import type { Sql } from 'postgres';
import type { AppEnv } from '../http/app-env.ts';
import { isLoopback, peerAddress } from '../http/client-address.ts';
import { fail } from '../http/envelope.ts';
import { type MailboxMail, readMailbox } from './mail-delivery.ts';
import { escapeHtml } from './mail-templates.ts';

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Every address that a proxy names must be of this machine as well, as it is behind the development server. */
function fromThisMachine(c: Context<AppEnv>): boolean {
  const forwarded = [c.req.header('x-forwarded-for'), c.req.header('x-real-ip')].flatMap((header) => header?.split(',') ?? []);
  return (
    isLoopback(peerAddress(c)) &&
    forwarded.every((address) => isLoopback(address.trim())) &&
    c.req.header('forwarded') === undefined &&
    localHost.test(c.req.header('host') ?? '')
  );
}

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}" rel="noreferrer">${link}</a>`);

const article = (mail: MailboxMail): string => `
<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.at}">${mail.at.replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre>${linked(mail.text)}</pre>
</article>`;

const page = (mails: readonly MailboxMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>
:root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif }
body { max-width: 640px; margin: 24px auto; padding: 0 16px }
article { margin: 0 0 24px; padding: 16px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 16px }
h2 { margin: 0; font-size: 20px }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
</style></head>
<body><h1>Mailbox</h1>
<p>This server has no mail server to send through, so the mails that it would have sent are here. Only this machine can read them.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(article).join('\n')}
</body></html>`;

/** The page, or JSON where that is asked for. `sql` null: mails leave by SMTP and nothing is shown. */
export function mailboxPage(sql: Sql | null): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/dev/mail', async (c) => {
    // Whoever may not read it learns nothing, not even that it is there.
    if (!sql || !fromThisMachine(c)) return fail(c, 404);
    const mails = await readMailbox(sql);
    c.header('Cache-Control', 'no-store');
    return (c.req.header('accept') ?? '').includes('application/json') ? c.json(mails) : c.html(page(mails));
  });
  return app;
}
