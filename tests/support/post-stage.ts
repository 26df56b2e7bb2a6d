/** Two friends with a post open, one on the phone and one on the desktop: what stories of posts, comments and reactions begin with. */
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from './api-client.ts';
import { DESKTOP, openProfile } from './browser.ts';
import { befriend, clientOf, person, register, signIn } from './people.ts';
import { type ServerOptions, startServer } from './server.ts';

export type PostStage = Awaited<ReturnType<typeof openPostStage>>;

/** Ana sits at the phone, Ben at the desktop; `others` are friends of Ana who only use the API. */
export async function openPostStage(options: ServerOptions & { readonly others?: readonly string[] } = {}) {
  const { others = [], ...forServer } = options;
  const server = await startServer(forServer);
  const [ana, ben] = [person('Ana Ribeiro'), person('Ben Okri')];
  const everybody = [ana, ben, ...others.map(person)];
  const ids = new Map<string, string>();
  for (const who of everybody) ids.set(who.name, (await register(server, who)).id);
  for (const who of everybody.slice(1)) await befriend(server, ana, who);
  const clients = new Map<string, ApiClient>();
  for (const who of everybody) clients.set(who.name, await clientOf(server, who));
  const client = (name: string): ApiClient => {
    const found = clients.get(name);
    if (!found) throw new Error(`${name} is not on the stage`);
    return found;
  };
  const [anas, bens] = await Promise.all([openProfile({ url: server.url }), openProfile({ url: server.url, viewport: DESKTOP })]);
  const [phone, desktop] = [anas.page, bens.page];
  await Promise.all([signIn(phone, ana), signIn(desktop, ben)]);

  return {
    server,
    ana,
    ben,
    anas,
    bens,
    phone,
    desktop,
    /** the API as somebody of the stage */
    client,
    idOf: (name: string) => ids.get(name) ?? '',
    /** A post of Ana's, or somebody else's. */
    async post(content: string, by = ana.name, visibility_type = 'friends'): Promise<string> {
      const made = await client(by).post('/api/posts', { content, visibility_type });
      if (made.status !== 201) throw new Error(`a post was answered with ${made.status}`);
      return made.body.data.id;
    },
    async comment(postId: string, content: string, by = ben.name): Promise<string> {
      const made = await client(by).post(`/api/posts/${postId}/comments`, { content });
      if (made.status !== 201) throw new Error(`a comment was answered with ${made.status}`);
      return made.body.data.id;
    },
    async react(type: 'post' | 'comment', id: string, emoji_code: string, by = ben.name): Promise<void> {
      const made = await client(by).post('/api/posts/reactions', { emoji_code, target_type: type, target_id: id });
      if (made.status >= 300) throw new Error(`a reaction was answered with ${made.status}`);
    },
    /** Opens a post on both screens. */
    async open(postId: string): Promise<void> {
      await Promise.all([phone, desktop].map((page) => openPost(page, postId)));
    },
    async close(): Promise<void> {
      await Promise.all([anas.close(), bens.close()]);
      await server.stop();
    },
  };
}

export async function openPost(page: Page, postId: string): Promise<void> {
  await page.goto(`/posts/${postId}`);
  await commentField(page).waitFor();
}

export const commentField = (page: Page): Locator => page.getByLabel('Write a comment');
export const commentRow = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

/** Chooses from the menu of a comment, or of the post in the bar above. */
export async function choose(page: Page, from: Locator, action: string): Promise<void> {
  await from.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The worker's requests fail, the page itself goes on. */
export async function cutSync(page: Page): Promise<void> {
  await page.context().route('**/api/sync/**', (route) => route.abort());
}
export async function healSync(page: Page): Promise<void> {
  await page.context().unroute('**/api/sync/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
