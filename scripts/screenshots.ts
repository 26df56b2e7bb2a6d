/**
 * `npm run screenshots`: photographs every screen and state of a server with the demo circle, on a phone and on a desktop, light and dark,
 * into `screenshots`, which git ignores. Words after `--` narrow it: names of tours or states, `phone` or `desktop`. A state that cannot be
 * reached is named at the end, and keeps its old picture. `-- readme` takes those that are kept with the source: the ones in README go into
 * `docs/screenshots`, those of the installation dialog and the landing page into `public/install`.
 */
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { build } from './build.ts';
import { copyBuild } from './copy-build.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { browserFlags } from './find-browser.ts';
import { photograph } from './screenshots/camera.ts';
import { type Demo, startDemo } from './screenshots/demo-server.ts';
import type { Tour } from './screenshots/tour.ts';
import { tours } from './screenshots/tours.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'screenshots');
const inReadme = ['feed-phone', 'post-phone', 'friends-phone', 'new-post-phone', 'feed-desktop'];
const inInstall: Readonly<Record<string, string>> = { 'feed-phone': 'feed-narrow', 'feed-desktop': 'feed-wide' };
interface Device {
  readonly name: 'phone' | 'desktop';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor: number;
  readonly hasTouch: boolean;
}

const devices: readonly Device[] = [
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, hasTouch: false },
];
const forReadme = process.argv.includes('readme');
const asked = forReadme ? inReadme.map((name) => name.replace(/-(phone|desktop)$/, '')) : process.argv.slice(2);
const narrowed = devices.some(({ name }) => asked.includes(name));
const words = asked.filter((word) => !devices.some(({ name }) => name === word));
const wanted = tours
  .map((tour) => ({
    tour,
    states: tour.states.filter((name) => words.length === 0 || words.includes(tour.name) || words.includes(name)),
  }))
  .filter(({ states }) => states.length > 0);
const unknown = words.filter((word) => !tours.some(({ name, states }) => name === word || states.includes(word)));

const made = new Set<string>();
const failed: string[] = [];

/**
 * One person with their own browsers, from one state to the next. Each state begins by going to a page, so no state needs the one before.
 */
async function take(browser: Browser, demo: Demo, tour: Tour, states: readonly string[], device: Device): Promise<void> {
  const contexts: BrowserContext[] = [];
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: device.viewport,
      deviceScaleFactor: device.deviceScaleFactor,
      hasTouch: device.hasTouch,
      serviceWorkers: tour.serviceWorkers,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(30_000);
    contexts.push(context);
    return context.newPage();
  };
  const fails = (state: string, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    failed.push(`${state} (${tour.name}, ${device.name}): ${message.split('\n').slice(0, 4).join('\n    ')}`);
    console.log(`  ${state} failed`);
  };
  try {
    const scene = { page: await open(), demo, again: open };
    const walkTo = await tour.begin(scene).catch((error: unknown) => {
      for (const state of states) fails(state, error);
    });
    for (const state of walkTo ? states : []) {
      try {
        const { page = scene.page, waits = false, after } = (await walkTo?.(state)) ?? {};
        for (const colorScheme of ['light', 'dark'] as const) {
          const name = `${state}-${device.name}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
          await photograph(page, join(out, name), { colorScheme, scale: device.deviceScaleFactor, waits });
          made.add(name);
        }
        await page.emulateMedia({ colorScheme: 'light' });
        await after?.();
      } catch (error) {
        fails(state, error);
      }
    }
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

if (unknown.length > 0) throw new Error(`There is no tour and no state named ${unknown.join(', ')}.`);
await build();
const place = await mkdtemp(join(tmpdir(), 'kith-screenshots-'));
await copyBuild(place);
const executablePath = await ensureBrowser();
await mkdir(out, { recursive: true });
const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
try {
  for (const device of devices.filter(({ name }) => !narrowed || asked.includes(name))) {
    // Each device has its own circle: what was read on one is new on the other.
    const demo = await startDemo(place, device.name);
    try {
      for (const { tour, states } of wanted) {
        console.log(`${device.name}: ${tour.name}`);
        await take(browser, demo, tour, states, device);
      }
    } finally {
      await demo.stop();
    }
  }
} finally {
  await browser.close();
  await rm(place, { recursive: true, force: true });
}
if (asked.length === 0 && failed.length === 0) {
  for (const name of await readdir(out)) if (!made.has(name)) await rm(join(out, name));
}
for (const name of forReadme ? inReadme : []) {
  for (const file of [`${name}.webp`, `${name}-dark.webp`])
    if (made.has(file)) await copyFile(join(out, file), join(root, 'docs/screenshots', file));
  for (const look of name in inInstall ? ['', '-dark'] : [])
    if (made.has(`${name}${look}.webp`))
      await copyFile(join(out, `${name}${look}.webp`), join(root, 'public/install', `${inInstall[name]}${look}.webp`));
}
const sizes = await Promise.all((await readdir(out)).map(async (name) => (await stat(join(out, name))).size));
console.log(`${made.size} pictures taken; ${sizes.length} in all, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} kB`);
if (failed.length > 0) {
  console.error(`${failed.length} states were not reached:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
}
