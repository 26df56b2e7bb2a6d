/** Two friends whose network can be made to fail: Ana, in a browser that is up to date, and Ben, who writes by the API. */
import { v7 as uuid } from 'uuid';
import { DESKTOP, openProfile, waitForOfflineApp } from './browser.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { upToDate, watchNotices } from './on-screen.ts';
import { befriend, clientOf, person, register, signIn } from './people.ts';
import { freePort, startServer } from './server.ts';

export type FaultyCircle = Awaited<ReturnType<typeof startFaultyCircle>>;

const ana = person('Ana');
const ben = person('Ben');

export async function startFaultyCircle() {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const port = await freePort();
    const network = await startFaultProxy(port);
    closers.push(() => network.close());
    const server = await startServer({ port, publicUrl: network.url });
    closers.push(() => server.stop());
    const { database } = server;
    if (!database) throw new Error('the server has a database of its own');
    await register(server, ana);
    await register(server, ben);
    await befriend(server, ana, ben);
    let bens = await clientOf(server, ben);
    /** Ben's post for his friends; resolves to its id. */
    const benPosts = async (content: string): Promise<string> => {
      const id = uuid();
      const { status } = await bens.post('/api/posts', { id, content, visibility_type: 'friends' });
      if (status !== 201) throw new Error(`Ben's post was answered with ${status}`);
      return id;
    };
    const postId = await benPosts('Say something');
    const profile = await openProfile({ url: network.url, viewport: DESKTOP });
    closers.push(() => profile.close());
    const notices = await watchNotices(profile.context);
    await signIn(profile.page, ana);
    await upToDate(profile.page);
    await waitForOfflineApp(profile.page);
    return {
      server,
      network,
      database,
      profile,
      /** what Ana's pages told her unasked */
      notices,
      /** a post of Ben's to comment on */
      postId,
      benPosts,
      async benDeletes(id: string): Promise<void> {
        const { status } = await bens.delete(`/api/posts/${id}`);
        if (status !== 200) throw new Error(`the deletion of Ben's post was answered with ${status}`);
      },
      /** Ben's session may be of a database that is no more. */
      async benSignsInAgain() {
        bens = await clientOf(server, ben);
      },
      /** How often each comment of Ana's is on the server. */
      async anasComments(): Promise<Record<string, number>> {
        const rows = await database.sql<{ content: string; times: number }[]>`
          select c.content, count(*)::int as times from post_comments c join users u on u.id = c.author_id
          where u.email = ${ana.email} group by c.content`;
        return Object.fromEntries(rows.map(({ content, times }) => [content, times]));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
