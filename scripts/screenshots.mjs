/**
 * `npm run screenshots`: photographs every screen and state of a server with the demo circle, on a phone and on a desktop, light and
 * dark, into `docs/screenshots`, and two of them for the installation dialog into `public/install`. What follows `--` names tours.
 */
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from './build.mjs';
import { copyBuild } from './copy-build.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { browserFlags } from './find-browser.mjs';
import { startDemo } from './screenshots/demo-server.mjs';
import { tours } from './screenshots/tours.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'docs/screenshots');
const forInstall = join(root, 'public/install');
const devices = [
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];
const asked = process.argv.slice(2);
const wanted = tours.filter(({ who }) => asked.length === 0 || asked.some((word) => who.includes(word)));

/** Small, and sharp enough to read. `waits`: what is photographed is a state in which something loads for ever. */
async function photograph(page, file, scale, waits) {
  // Settled: nothing loads, and stays so for half a second of frames.
  await page.evaluate(() => {
    globalThis.framesSettled = 0;
  });
  await page.waitForFunction((loads) => {
    const words = ['Loading...', 'Connecting...', 'Updating...'].some((word) => document.body.textContent.includes(word));
    const busy = !loads && (words || document.querySelector('[aria-busy=true]'));
    globalThis.framesSettled = busy ? 0 : globalThis.framesSettled + 1;
    return globalThis.framesSettled > 30;
  }, waits);
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 72,
    clip: { x: 0, y: 0, ...page.viewportSize(), scale },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

async function take(browser, demo, tour, device, colorScheme) {
  const open = async () => {
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: device.viewport,
      deviceScaleFactor: device.deviceScaleFactor,
      hasTouch: device.hasTouch ?? false,
      serviceWorkers: tour.serviceWorkers ?? 'allow',
      colorScheme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(60_000);
    return context.newPage();
  };
  const page = await open();
  const fileOf = (screen) => join(out, `${screen}-${device.name}${colorScheme === 'dark' ? '-dark' : ''}.webp`);
  const shoot = (screen, { of = page, waits = false } = {}) => photograph(of, fileOf(screen), device.deviceScaleFactor, waits);
  await tour.walk({ page, shoot, demo, again: open });
  await page.context().close();
}

await build();
const place = await mkdtemp(join(tmpdir(), 'kith-screenshots-'));
await copyBuild(place);
const executablePath = await ensureBrowser();
if (asked.length === 0) await rm(out, { recursive: true, force: true });
await Promise.all([mkdir(out, { recursive: true }), mkdir(forInstall, { recursive: true })]);
const demo = await startDemo(place);
const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
try {
  for (const device of devices)
    for (const scheme of ['light', 'dark']) for (const tour of wanted) await take(browser, demo, tour, device, scheme);
  await copyFile(join(out, 'feed-phone.webp'), join(forInstall, 'feed-narrow.webp'));
  await copyFile(join(out, 'feed-desktop.webp'), join(forInstall, 'feed-wide.webp'));
} finally {
  await browser.close();
  await demo.stop();
  await rm(place, { recursive: true, force: true });
}
const sizes = await Promise.all((await readdir(out)).map(async (name) => (await stat(join(out, name))).size));
console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} kB`);
