/**
 * `npm run screenshots`: photographs every screen of a server with the demo circle, on a phone and on a desktop, light and dark,
 * into `docs/screenshots`, and two of them for the installation dialog into `public/install`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from './build.mjs';
import { copyBuild } from './copy-build.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { browserFlags } from './find-browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'docs/screenshots');
const forInstall = join(root, 'public/install');
const devices = [
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];

async function startDemo(place) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const child = spawn(process.execPath, [join(place, 'dist/server/main.js'), '--demo'], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: '',
      DATABASE_URL: '',
      DATA_DIR: 'data',
      RATE_LIMITS: '0',
    },
  });
  let said = '';
  await new Promise((resolve) => {
    child.on('exit', resolve);
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Stop with')) resolve();
    });
  });
  const [, email, password] = /Demo login\s+(\S+)\s+password (.+)/.exec(said) ?? [];
  if (!email) throw new Error(`The demo server did not start:\n${said}`);
  // Not localhost: what is there for whoever works on the look is in no picture.
  return { url: `http://127.0.0.1:${port}`, email, password, child };
}

/** Small, and sharp enough to read. */
async function photograph(page, file, scale) {
  // Settled: nothing loads, and stays so for half a second of frames.
  await page.waitForFunction(() => {
    const waits = ['Loading...', 'Connecting...', 'Updating...'].some((words) => document.body.textContent.includes(words));
    globalThis.framesSettled = waits || document.querySelector('[aria-busy=true]') ? 0 : (globalThis.framesSettled ?? 0) + 1;
    return globalThis.framesSettled > 30;
  });
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    clip: { x: 0, y: 0, ...page.viewportSize(), scale },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

async function tour(browser, demo, device, colorScheme) {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: device.viewport,
    deviceScaleFactor: device.deviceScaleFactor,
    hasTouch: device.hasTouch ?? false,
    colorScheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const shoot = (screen) =>
    photograph(page, join(out, `${screen}-${device.name}${colorScheme === 'dark' ? '-dark' : ''}.webp`), device.deviceScaleFactor);

  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await shoot('landing');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
  await page.getByLabel('Name', { exact: true }).waitFor();
  await shoot('sign-up');
  await page.goto('/');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill(demo.email);
  await shoot('sign-in');
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('**/posts');
  await page.getByRole('article').nth(3).waitFor();
  await page.getByText('Up to date').first().waitFor();
  await shoot('feed');
  const talkedAbout = page.getByRole('article').filter({ hasText: '2 comments' });
  await talkedAbout.first().getByRole('link').last().click();
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  await page.getByPlaceholder('Write a comment').waitFor();
  await shoot('post');
  for (const [screen, path] of [
    ['new-post', '/posts/create'],
    ['friends', '/friends'],
    ['notifications', '/notifications'],
    ['groups', '/groups'],
    ['settings', '/settings'],
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(screen);
  }
  await context.close();
}

await build();
const place = await mkdtemp(join(tmpdir(), 'kith-screenshots-'));
await copyBuild(place);
const executablePath = await ensureBrowser();
await Promise.all([mkdir(out, { recursive: true }), mkdir(forInstall, { recursive: true })]);
const demo = await startDemo(place);
const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
try {
  for (const device of devices) for (const scheme of ['light', 'dark']) await tour(browser, demo, device, scheme);
  await copyFile(join(out, 'feed-phone.webp'), join(forInstall, 'feed-narrow.webp'));
  await copyFile(join(out, 'feed-desktop.webp'), join(forInstall, 'feed-wide.webp'));
} finally {
  await browser.close();
  const gone = once(demo.child, 'exit');
  demo.child.kill('SIGTERM');
  await gone;
  await rm(place, { recursive: true, force: true });
}
const sizes = await Promise.all((await readdir(out)).map(async (name) => (await stat(join(out, name))).size));
console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} kB`);
