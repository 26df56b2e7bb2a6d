/** What a page of the app cannot be made to do, whatever an attacker gets into it, and what works under the same policy. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoViolations, policyViolations } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { test } from './content-policy-stage.ts';

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

test('each worker has the policy of the page, and no script of the page has one', async ({ attacked: { page } }) => {
  await upToDate(page);
  const serviceWorker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? '');
  const workers = [serviceWorker, ...page.workers().map((worker) => worker.url())];
  expect(workers.map((url) => new URL(url).pathname)).toEqual(['/sw.js', expect.stringMatching(/^\/assets\/worker-replication-/)]);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/\/assets\/[^?]*\.js$/.test(name) ? [name] : [])),
  );
  const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy');
  const policy = await policyOf(page.url());
  for (const url of workers) expect([url, await policyOf(url)]).toEqual([url, policy]);
  const ofPage = scripts.filter((url) => !workers.includes(url));
  expect(ofPage.length).toBeGreaterThan(2);
  for (const url of ofPage) expect([url, await policyOf(url)]).toEqual([url, null]);
});
