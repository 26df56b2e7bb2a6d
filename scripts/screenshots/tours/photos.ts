/** The member's own photo: chosen, cropped, refused, removed, and the step after signing up that asks for it. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { asMember, dialog } from '../steps.ts';
import { type Scene, tour } from '../tour.ts';

/** A person before a hill, wider than high. */
const picture = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1100">
      <rect width="1600" height="1100" fill="#bcd3dc"/><circle cx="1310" cy="210" r="90" fill="#f4e1b6"/>
      <path d="M0 800 Q500 520 900 760 T1600 700 V1100 H0Z" fill="#6f8f72"/>
      <path d="M430 1100 Q440 800 720 780 Q1000 800 1010 1100Z" fill="#a8452b"/>
      <circle cx="720" cy="540" r="210" fill="#e6b98f"/><path d="M500 520 Q520 280 740 290 Q960 300 940 540 Q860 400 720 410 Q580 400 500 520Z" fill="#3d2a20"/>
      <circle cx="650" cy="550" r="16" fill="#231f1a"/><circle cx="790" cy="550" r="16" fill="#231f1a"/>
      <path d="M650 640 Q720 700 790 640" fill="none" stroke="#231f1a" stroke-width="14" stroke-linecap="round"/>
    </svg>`),
  )
    .jpeg()
    .toBuffer();

const settings = async (page: Page) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: /^(Change photo|Add a photo)$/ }).click();
  await dialog(page);
  await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
};
const choose = async (page: Page, mimeType: string, buffer: Buffer) => {
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'photo', mimeType, buffer });
};
const cropping = async (page: Page) => {
  await choose(page, 'image/jpeg', await picture());
  await page.getByRole('button', { name: 'Use photo', disabled: false }).waitFor();
};

export const photos = tour({
  name: 'photos',
  begin: asMember,
  states: {
    'photo-choose': ({ page }) => settings(page),
    'photo-refused': async ({ page }) => {
      await settings(page);
      await choose(page, 'application/pdf', Buffer.from('%PDF-1.7'));
      await page.getByText('Please choose a JPG, PNG or WebP image.').waitFor();
    },
    'photo-crop': async ({ page }) => {
      await settings(page);
      await cropping(page);
      for (let press = 0; press < 4; press += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
      for (let press = 0; press < 3; press += 1) await page.getByRole('button', { name: 'Move down' }).click();
    },
    'photo-crop-offline': async ({ page }) => {
      await settings(page);
      await cropping(page);
      await page.context().setOffline(true);
      await page.getByText('You are offline. Your photo is saved').waitFor();
      return { after: () => page.context().setOffline(false) };
    },
    'settings-with-photo': async ({ page }) => {
      await settings(page);
      await cropping(page);
      await page.getByRole('button', { name: 'Use photo' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('main img').first().waitFor();
    },
    'photo-remove': async ({ page }) => {
      await settings(page);
      await page.getByRole('button', { name: 'Remove photo' }).click();
      await page.getByText('Remove your photo?').waitFor();
    },
    arrival: async (scene) => {
      const page = await arrive(scene);
      return { page };
    },
    'arrival-photo': async (scene) => {
      const page = await arrive(scene);
      await page.getByRole('button', { name: 'Add a photo' }).click();
      await cropping(page);
      await page.getByRole('button', { name: 'Use photo' }).click();
      await page.locator('main img').first().waitFor();
      return { page };
    },
  },
});

let arrivals = 0;

/** Signs up on the page, and opens the link of the mail. */
async function arrive({ again, demo }: Scene): Promise<Page> {
  const page = await again();
  arrivals += 1;
  const email = `greta.arrives${arrivals}@kith.example`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Greta Sommer');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wet paint 9');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.goto(await demo.linkTo(email));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).waitFor();
  await page.getByRole('button', { name: 'Add a photo', disabled: false }).waitFor();
  return page;
}
