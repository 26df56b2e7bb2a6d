import { type ComponentType, useEffect, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { useSession } from '../../data/session/session.ts';
import { cannotStartText, obstacleText } from '../../text/start.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { beforehand } from '../versions/stale-chunk.ts';
import styles from './cannot-start.module.css';
import { useObstacle } from './start-obstacle.ts';

/** Shown instead of the app where it cannot work: why, and what to do. Needs no storage and no router. */
export default function CannotStart() {
  const obstacle = useObstacle() ?? 'no-storage';
  const { title, text } = obstacleText[obstacle];
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.page}>
      <EmptyState art={obstacle === 'insecure' ? 'lantern' : 'cup'} as="h1" title={title} text={text} />
      <div className={`stack gap-4 ${styles.help}`}>{obstacle === 'insecure' ? <Insecure /> : <NoStorage />}</div>
    </main>
  );
}

function Insecure() {
  const { hostname, port, pathname, search, hash } = location;
  // The port is that of plain http; https has another.
  const secure = `https://${hostname}`;
  return (
    <>
      <section>
        <h2>{cannotStartText.invited}</h2>
        <p>
          {cannotStartText.try} <a href={`${secure}${pathname}${search}${hash}`}>{secure}</a>
          {cannotStartText.orHttps}
        </p>
      </section>
      <section>
        <h2>{cannotStartText.runsServer}</h2>
        <p>
          {cannotStartText.proxy} <code>PUBLIC_URL</code> {cannotStartText.proxyThen} <code>{`http://localhost${port && `:${port}`}`}</code>
          .
        </p>
      </section>
      <PendingHere />
    </>
  );
}

/** What a member wrote at this address, with a version that could still start here: it exists nowhere else. */
function PendingHere() {
  const { user } = useSession();
  const [Left, setLeft] = useState<ComponentType<{ readonly user: SessionUser }>>();
  useEffect(() => {
    if (!user) return;
    beforehand(import('../../features/outbox/unsent-work.tsx')).then(
      (piece) => setLeft(() => piece.default),
      (error: unknown) => console.warn('Could not read the pending writes', error),
    );
  }, [user]);
  return user && Left ? <Left user={user} /> : null;
}

function NoStorage() {
  return (
    <>
      <section>
        <h2>{cannotStartText.whatHelps}</h2>
        <ul>
          <li>
            {cannotStartText.allowCookies} <code>{location.hostname}</code> {cannotStartText.inSettings}
          </li>
          <li>{cannotStartText.privateWindow}</li>
          <li>{cannotStartText.otherBrowser}</li>
        </ul>
      </section>
      <Button variant="primary" onClick={() => location.reload()}>
        {cannotStartText.tryAgain}
      </Button>
    </>
  );
}
