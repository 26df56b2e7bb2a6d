/** What a page of the app cannot be made to do, whatever an attacker gets into it, and what works under the same policy. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoViolations, policyViolations, prepareContext, sessionState } from '../../support/browser.ts';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** Ana's page in a browser where policy violations do not fail the test, and the complaints they cause. */
  .extend('attacked', async ({ chromium, app, circle, ana }, { onCleanup }) => {
    const context = await chromium.newContext({
      baseURL: app.url,
      storageState: sessionState(app.url, await circle.openSession(ana, 'a browser')),
    });
    onCleanup(() => context.close());
    const complaints: string[] = [];
    prepareContext(context, complaints);
    const page = await context.newPage();
    await page.goto('/posts');
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(complaints).toEqual([]);
    return { page, complaints };
  });

type Attempt = () => unknown;

/**
 * Runs the attempt as the page's own code, and returns its outcome. It runs in a later turn, because the browser allows more to a debugger.
 */
const attempt = (page: Page, action: Attempt): Promise<string> =>
  page.evaluate(
    (text) =>
      new Promise<string>((resolve) => {
        const act = new Function(`return (${text})`)() as () => unknown;
        setTimeout(async () => {
          try {
            resolve(String((await act()) ?? 'done'));
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
    action.toString(),
  );

test('text becomes neither markup nor code, and scripts come only from this server', async ({ attacked: { page, complaints } }) => {
  const attempts: Record<string, Attempt> = {
    'markup of text': () => {
      document.createElement('div').innerHTML = '<img src="x">';
    },
    'markup beside an element': () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
    'a page in a frame': () => {
      document.createElement('iframe').srcdoc = '<script>1</script>';
    },
    'a script from elsewhere': () => {
      document.createElement('script').src = 'https://elsewhere.example/x.js';
    },
    'a script from here': () => {
      document.createElement('script').src = '/theme.js';
    },
    'a script of text': () => {
      document.createElement('script').text = 'globalThis.taken = true';
    },
    'a worker of text': () => new Worker(URL.createObjectURL(new Blob(['1']))),
    'a service worker': () => navigator.serviceWorker.register('/assets/any.js'),
    'a policy of its own': () =>
      (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
        'default',
        { createHTML: (text: string) => text },
      ),
    'the policy of the app once more': () =>
      (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
        'kith',
        {},
      ),
  };
  for (const [name, act] of Object.entries(attempts)) {
    const before = policyViolations(complaints).length;
    expect([name, await attempt(page, act)]).toEqual([name, 'TypeError']);
    await expect.poll(() => policyViolations(complaints).length, { message: name }).toBeGreaterThan(before);
  }
  // biome-ignore lint/security/noGlobalEval: that it does not work is what is tested
  expect(await attempt(page, () => globalThis.eval('1'))).toBe('EvalError');
  expect(await page.evaluate(() => 'taken' in globalThis)).toBe(false);
  // A test that opens a page with `open` fails for less than this.
  expect(() => expectNoViolations(complaints)).toThrow(/content security policy forbids/);
});

test('nothing is fetched from elsewhere, framed, or styled by text', async ({ attacked: { page, complaints } }) => {
  const attempts: Record<string, [what: Attempt, outcome: string]> = {
    'a request elsewhere': [() => fetch('https://elsewhere.example/'), 'TypeError'],
    'a picture from elsewhere': [
      () =>
        new Promise((resolve) => {
          const image = new Image();
          image.onerror = () => resolve('refused');
          image.onload = () => resolve('loaded');
          image.src = 'https://elsewhere.example/x.png';
        }),
      'refused',
    ],
    'a picture in its address': [
      () =>
        new Promise((resolve) => {
          const image = new Image();
          image.onerror = () => resolve('refused');
          image.onload = () => resolve('loaded');
          image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
        }),
      'refused',
    ],
    'an inline style': [
      () => {
        document.body.setAttribute('style', 'letter-spacing: 7px');
        return getComputedStyle(document.body).letterSpacing === '7px' ? 'styled' : 'refused';
      },
      'refused',
    ],
    'a style element': [
      () => {
        const style = document.createElement('style');
        style.textContent = 'body { letter-spacing: 8px }';
        document.head.append(style);
        return getComputedStyle(document.body).letterSpacing === '8px' ? 'styled' : 'refused';
      },
      'refused',
    ],
    'a frame': [
      () => {
        const frame = document.createElement('iframe');
        frame.src = '/';
        document.body.append(frame);
      },
      'done',
    ],
    'a handler in an attribute': [
      () => {
        const button = document.createElement('button');
        button.setAttribute('onclick', "document.title = 'taken'");
        button.click();
        return document.title === 'taken' ? 'ran' : 'refused';
      },
      // Chromium treats the text of a handler as code too.
      'TypeError',
    ],
  };
  for (const [name, [act, outcome]] of Object.entries(attempts)) {
    const before = policyViolations(complaints).length;
    expect([name, await attempt(page, act)]).toEqual([name, outcome]);
    await expect.poll(() => policyViolations(complaints).length, { message: name }).toBeGreaterThan(before);
  }
});

test('a dialog stops the page behind it from scrolling, and releases it again', async ({ open, circle, ana }) => {
  const post = await circle.post(ana, { content: 'One to be kept' });
  const { page } = await open(ana, { at: `/posts/${post}` });
  await page.getByText('One to be kept').waitFor();
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow);
  const before = await overflow();
  expect(before).not.toBe('hidden');
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(overflow).toBe('hidden');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(overflow).toBe(before);
  }
});

test('the mailbox of a server without SMTP is shown as it is meant to be', async ({ open, ana }) => {
  const { page } = await open(null, { at: '/dev/mail' });
  await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
  expect(ana.id).not.toBe('');
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('640px');
});
