/** Mails as a mail program shows them: nothing is cut off, in light and dark, and a screen reader finds its way. */
import { expect } from 'vitest';
import { mailTemplates, renderMail } from '../../../sync-server/accounts/mail/mail-templates.ts';
import { RULES_OF_COLOUR, violations } from '../../support/barriers.ts';
import { test } from '../../support/fixtures/browser.ts';

const data = {
  token: 'a'.repeat(43),
  name: 'Maximiliane-Charlotte Schwarzenberger-Wolkenstein',
  inviterName: 'Maximiliane-Charlotte Schwarzenberger-Wolkenstein',
  device: 'Samsung Internet on Android',
  subject: 'Hello',
  email: 'maximiliane-charlotte.schwarzenberger@kith.example',
  message: `One line,\nand ${'a'.repeat(120)}`,
};

test('mails fit into 320 px and have no barriers, in light and dark', async ({ open }) => {
  const { page } = await open(null, { at: 'about:blank', viewport: { width: 320, height: 700 } });
  for (const template of mailTemplates) {
    const { html, links } = renderMail(template, data, 'https://kith.example');
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), template).toBe(320);
    expect(await violations(page), template).toEqual([]);
    // All mails share their colours. This one also has a quotation.
    if (template === 'contact') {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page, RULES_OF_COLOUR), `${template} in the dark`).toEqual([]);
    }
    expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(links[0]);
  }
});
