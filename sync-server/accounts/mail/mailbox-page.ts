/**
 * `/dev/mail`: shows the mails of a server without SMTP to the person at the machine (`http/headers/own-requests.ts`), and to nobody else.
 * `npm run kith -- mails` shows the same mails without the web.
 */
import { type Context, Hono } from 'hono';
import type { Sql } from 'postgres';
import { escapeHtml } from '../../base/escape-html.ts';
import { isLoopbackUrl } from '../../base/loopback.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail } from '../../http/errors/envelope.ts';
import { type MailboxMail, readMailbox } from './mail-delivery.ts';

export const MAILBOX_PATH = '/dev/mail';

/** Whether the mailbox is shown at all: only if mails stay here and the server is for this machine alone. */
export const mailboxIsShown = (config: { readonly smtpUrl: string | null; readonly publicUrl: string }): boolean =>
  config.smtpUrl === null && isLoopbackUrl(config.publicUrl);

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

/** The page without mails. The security headers allow its inline style by hash. */
export const emptyMailbox: string = page([]);

/** Answers with the page, or with JSON if the client asks for that. Shows nothing if `sql` is null. */
export function mailboxPage(sql: Sql | null, isOwn: (c: Context<AppEnv>) => Promise<boolean>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(MAILBOX_PATH, async (c) => {
    // A visitor who may not read it learns nothing, not even that it exists.
    if (!sql || !(await isOwn(c))) return fail(c, 404);
    const mails = await readMailbox(sql);
    c.header('Cache-Control', 'no-store');
    return (c.req.header('accept') ?? '').includes('application/json') ? c.json(mails) : c.html(page(mails));
  });
  return app;
}
