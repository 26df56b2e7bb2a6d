/** What is photographed: every screen, and every state that somebody may find it in. Each tour is one person with a browser of their own. */

export async function signIn(page, { email, password }) {
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('**/posts');
}

const heading = (page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const close = async (page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

async function visitor({ page, shoot }) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await shoot('landing');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
  await page.getByLabel('Name', { exact: true }).waitFor();
  await shoot('sign-up');
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill('nobody@kith.example');
  await shoot('sign-in');
  await page.getByLabel('Password', { exact: true }).fill('not it 123');
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.getByText('Email or password is incorrect. Please try again.').waitFor();
  await shoot('sign-in-refused');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  await shoot('forgot-password');
  await page.goto('/auth/reset-password?error=access_denied&error_code=otp_expired');
  await heading(page);
  await shoot('reset-link-expired');
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('Connection lost').waitFor();
  await shoot('landing-offline');
}

async function newcomer({ page, shoot, demo, again }) {
  const login = await demo.newcomer();
  const sync = '**/api/sync/**';
  await page.context().route(sync, () => undefined);
  await signIn(page, login);
  await page.getByText('Loading posts').waitFor({ state: 'attached' });
  await shoot('feed-loading', { waits: true });
  await page.context().unroute(sync);
  await page.reload();
  await page.getByText('Build your tribe first').waitFor();
  await shoot('feed-without-friends');
  for (const [screen, path] of [
    ['friends-none', '/friends'],
    ['groups-none', '/groups'],
    ['notifications-none', '/notifications'],
  ]) {
    await page.goto(path);
    await heading(page);
    await shoot(screen);
  }
  const elsewhere = await again();
  await elsewhere.context().route(sync, (route) => route.abort());
  await signIn(elsewhere, login);
  await elsewhere.getByText('Connection Error').waitFor();
  await shoot('feed-error', { of: elsewhere });
  await elsewhere.context().close();
}

async function feedAndPosts({ page, shoot, demo: { ids } }) {
  await page.getByRole('article').nth(3).waitFor();
  await page.getByText('Up to date').first().waitFor();
  await shoot('feed');
  await page.goto(`/posts/${ids.othersPost}`);
  await page.getByPlaceholder('Write a comment').waitFor();
  await shoot('post');
  await page.getByRole('button', { name: 'React', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('post-picker');
  await close(page);
  await page
    .getByRole('button', { name: /^\d+ reactions?/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('post-reactions');
  await close(page);
  await page.goto(`/posts/${ids.ownPost}`);
  await page.getByPlaceholder('Write a comment').waitFor();
  await shoot('post-own');
  await page
    .getByRole('article')
    .getByRole('button', { name: /who can see/i })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('who-can-see');
  await close(page);
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  await shoot('post-delete');
  await page.keyboard.press('Escape');
  await page.goto('/posts/00000000-0000-7000-8000-000000000000');
  await page.getByText('Post not found').first().waitFor();
  await shoot('post-missing');
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').waitFor();
  await shoot('new-post');
  await page.getByLabel('What would you like to share?').fill('Supper at ours on Friday. Bring a chair.');
  await page.getByRole('radio', { name: /^Specific people/ }).check();
  await page.getByRole('checkbox').first().check();
  await shoot('new-post-specific');
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/posts/${ids.ownPost}/edit`);
  await page.getByLabel('What would you like to share?').waitFor();
  await shoot('edit-post');
}

async function peopleAndGroups({ page, shoot, demo: { ids } }) {
  for (const [screen, path] of [
    ['friends', '/friends'],
    ['friend', `/friends/${ids.friend}`],
    ['groups', '/groups'],
    ['group', `/groups/${ids.group}`],
    ['group-settings', `/groups/${ids.ownGroup}/settings`],
    ['new-group', '/groups/create'],
    ['notifications', '/notifications'],
    ['settings', '/settings'],
    ['contact', '/contact'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['security', '/security'],
    ['chat', '/chat'],
  ]) {
    await page.goto(path);
    await heading(page);
    await shoot(screen);
  }
  await page.goto('/friends');
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
  await shoot('friends-invite');
  await close(page);
}

async function trouble({ page, shoot }) {
  const sync = '**/api/sync/**';
  await page.context().route(sync, (route) => route.abort());
  await page.goto('/posts');
  await page.getByText('Connection lost').waitFor();
  await page.getByRole('link', { name: 'New post' }).click();
  await page.getByLabel('What would you like to share?').fill('Written in the tunnel, for whoever is hungry tonight.');
  await page.getByRole('radio', { name: /^Friends(?! of)/ }).check();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/posts');
  await page.getByRole('article').filter({ hasText: 'Written in the tunnel' }).waitFor();
  await shoot('feed-offline', { waits: true });
  await page.goto('/posts?outbox');
  await page.getByRole('dialog').waitFor();
  await shoot('outbox', { waits: true });
  // Taken back, so that the next tour finds the circle as this one did.
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.context().unroute(sync);
}

async function member(tour) {
  await signIn(tour.page, tour.demo.login);
  await feedAndPosts(tour);
  await peopleAndGroups(tour);
  await trouble(tour);
}

/** What a browser offers and what breaks: without a service worker, so that files of the app can be had or not. */
async function install({ page, shoot, demo }) {
  await page.addInitScript(() => {
    localStorage.setItem('visits', '2');
    addEventListener('load', () => {
      const offer = new Event('beforeinstallprompt');
      offer.prompt = () => Promise.resolve();
      dispatchEvent(offer);
    });
  });
  await signIn(page, demo.login);
  await page.getByText('Keep Kith on your home screen').waitFor();
  await page.getByRole('article').nth(1).waitFor();
  await shoot('feed-install');
  await page.route(/assets\/friends-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError("Invalid array length")' }),
  );
  await page.goto('/friends');
  await page.getByText('Page Error').waitFor();
  await shoot('page-error');
}

export const tours = [
  { who: 'visitor', walk: visitor },
  { who: 'newcomer', walk: newcomer },
  { who: 'member', walk: member },
  { who: 'somebody whom the browser offers to install', walk: install, serviceWorkers: 'block' },
];
