/**
 * `/api/push/mails/<token>`: where the mails that call a member are switched off. Works without cookie, session or script. Mail programs and
 * their providers post here by themselves when somebody presses their button (RFC 8058), in either encoding of a form. Only a POST changes
 * anything: programs that check mails open every address in them.
 */
import { type Context, Hono } from 'hono';
import { type MailCalls, mailCallsChoices } from '../../../../schemas/push/mail-calls.ts';
import { themedColors } from '../../../base/app-colors.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { fail } from '../../../http/errors/envelope.ts';
import { HttpError } from '../../../http/errors/http-error.ts';
import { readBytes } from '../../../http/read-body.ts';
import type { Engine } from '../../../sync/engine.ts';
import { chooseMailCalls } from './mail-choice.ts';
import { memberOfToken } from './mail-token.ts';

const MAX_FORM_BYTES = 10_000;

const style = `${themedColors('bg', 'surface', 'text', 'muted', 'control')}
body { max-width: 480px; margin: 48px auto; padding: 0 16px; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif }
h1 { font-size: 24px; line-height: 32px }
p { color: var(--muted) }
form { display: grid; gap: 12px; margin: 24px 0 }
button { min-height: 48px; padding: 12px 22px; border: 1px solid var(--control); border-radius: 12px; background: var(--surface); color: inherit; font: inherit; font-weight: 500 }`;

const page = (title: string, text: string, rest = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title>
<style>${style}
</style></head>
<body><main><h1>${title}</h1>
<p>${text}</p>
${rest}
</main></body></html>`;

const labels: Readonly<Record<MailCalls, string>> = {
  off: 'No more of these mails',
  week: 'One mail a week at most',
  day: 'One mail a day at most',
};

const asking = page(
  'Mails from Kith',
  'Kith writes to you when friends have written and none of your devices gets notices.',
  `<form method="post">${(['off', 'week'] as const).map((choice) => `<button name="mails" value="${choice}">${labels[choice]}</button>`).join('\n')}</form>`,
);

/** The page before anything is chosen. The security headers allow its inline style by hash, and so that of all these pages. */
export const mailChoicePage: string = asking;

const chosen = (choice: MailCalls): string =>
  page(
    labels[choice],
    `${choice === 'off' ? 'You get none from now on.' : 'That is what you get from now on.'} Mails about your account, such as links that you ask for, still come. You can change it in Settings.`,
  );

/** What a form chooses. A press in a mail program means that there should be no more mails. */
async function choiceIn(c: Context<AppEnv>): Promise<MailCalls> {
  const body = await readBytes(c, MAX_FORM_BYTES, () => new HttpError(413));
  const contentType = c.req.header('content-type') ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => null);
  const said = form?.get('mails');
  return mailCallsChoices.find((choice) => choice === said) ?? 'off';
}

/** Answers outside of the auth guard: the token in the address says whose mails it is about. */
export function mailChoiceRoutes(deps: {
  readonly engine: Engine;
  readonly database: Database;
  readonly key: () => Promise<Buffer>;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const memberOf = async (c: Context<AppEnv>): Promise<string | null> => memberOfToken(await deps.key(), c.req.param('token') ?? '');

  routes.get('/push/mails/:token', async (c) => ((await memberOf(c)) === null ? fail(c, 404) : c.html(asking)));
  routes.post('/push/mails/:token', async (c) => {
    const userId = await memberOf(c);
    if (userId === null) return fail(c, 404);
    const choice = await choiceIn(c);
    await chooseMailCalls(deps, userId, choice);
    return c.html(chosen(choice));
  });
  return routes;
}
