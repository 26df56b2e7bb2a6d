import { type ComponentType, useEffect, useState } from 'react';
import type { SessionUser } from '../../schemas/account/session-answer.ts';
import { useSession } from '../data/session.ts';
import { obstacleText } from '../text/shell.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './cannot-start.module.css';
import { beforehand } from './stale-chunk.ts';
import { useObstacle } from './start-obstacle.ts';

/** In place of the app, where it cannot work: why, and what to do. Needs no storage and no router. */
export default function CannotStart() {
  const obstacle = useObstacle() ?? 'no-storage';
  const { title, text } = obstacleText[obstacle];
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.page}>
      <EmptyState art={obstacle === 'insecure' ? 'lantern' : 'cup'} as="h1" title={title} text={text} />
      <div className={styles.help}>{obstacle === 'insecure' ? <Insecure /> : <NoStorage />}</div>
    </main>
  );
}

function Insecure() {
  const { hostname, port, pathname, search } = location;
  // The port is that of plain http; https has its own.
  const secure = `https://${hostname}`;
  return (
    <>
      <section>
        <h2>If somebody invited you</h2>
        <p>
          Try <a href={`${secure}${pathname}${search}`}>{secure}</a>. If that does not open, ask them for the address that begins with
          https.
        </p>
      </section>
      <section>
        <h2>If you run this server</h2>
        <p>
          Put it behind a proxy with HTTPS and set <code>PUBLIC_URL</code> to that address; README says how. On the machine that it runs on,
          open <code>{`http://localhost${port && `:${port}`}`}</code>.
        </p>
      </section>
      <LeftHere />
    </>
  );
}

/** What somebody wrote at this address, with a version that still started here: nobody else has it. */
function LeftHere() {
  const { user } = useSession();
  const [Left, setLeft] = useState<ComponentType<{ readonly user: SessionUser }>>();
  useEffect(() => {
    if (!user) return;
    beforehand(import('../features/outbox/left-here.tsx')).then(
      (piece) => setLeft(() => piece.default),
      (error: unknown) => console.warn('What was not sent could not be looked for', error),
    );
  }, [user]);
  return user && Left ? <Left user={user} /> : null;
}

function NoStorage() {
  return (
    <>
      <section>
        <h2>What helps</h2>
        <ul>
          <li>
            Allow cookies and site data for <code>{location.hostname}</code> in the settings of this browser.
          </li>
          <li>If this is a private window, open Kith in an ordinary one.</li>
          <li>Otherwise, try another browser.</li>
        </ul>
      </section>
      <Button variant="primary" onClick={() => location.reload()}>
        Try Again
      </Button>
    </>
  );
}
