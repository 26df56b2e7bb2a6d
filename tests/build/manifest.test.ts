import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SHARE_PATH, shareFields } from '../../schemas/share-target/share-target.ts';

const publicDir = resolve(import.meta.dirname, '../../public');

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly purpose?: string;
  readonly form_factor?: string;
  readonly label?: string;
}

const manifest: {
  readonly id: string;
  readonly start_url: string;
  readonly theme_color: string;
  readonly background_color: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly share_target: {
    readonly action: string;
    readonly method: string;
    readonly enctype: string;
    readonly params: Readonly<Record<string, unknown>>;
  };
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[];
} = JSON.parse(readFileSync(join(publicDir, 'manifest.webmanifest'), 'utf8'));

/** Width and height from the file itself: PNG, or the extended form of WebP. */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(publicDir, file));
  if (file.endsWith('.png')) return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
}

const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];

describe('the manifest', () => {
  test.each(pictures)('$src exists and has the stated size', ({ src, sizes }) => {
    expect(sizeOf(src)).toBe(sizes);
  });

  test('has the icons that systems ask for', () => {
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable', '512x512 monochrome']),
    );
  });

  test('keeps the same app id, whatever the start address is', () => {
    expect([manifest.id, manifest.start_url]).toEqual(['/', '/posts?source=pwa']);
  });

  test('has screenshots of a phone and of a desktop, for before it is installed', () => {
    expect(manifest.screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide']);
    for (const { label } of manifest.screenshots) expect(label).toBeTruthy();
  });

  test('sends what is shared where the service worker and the server expect it', () => {
    const { texts, photos } = shareFields;
    expect(manifest.share_target).toEqual({
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { ...Object.fromEntries(texts.map((text) => [text, text])), files: [{ name: photos, accept: ['image/*'] }] },
    });
  });

  test('starts in the colour of the page', () => {
    const tokens = readFileSync(resolve(publicDir, '../src/ui/tokens.css'), 'utf8');
    const [, background] = /--color-bg: light-dark\((#[0-9a-f]{6})/.exec(tokens) ?? [];
    expect([manifest.background_color, manifest.theme_color]).toEqual([background, background]);
  });
});
