import './ui/base.css';
import './static-page-styles.ts';
import './begin.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { beganSignedIn } from './data/session/session.ts';
import { ErrorBoundary } from './shell/errors/error-boundary.tsx';
import { watchErrors } from './shell/errors/watch-errors.ts';
import { PagePiece, piece } from './shell/page-piece.tsx';
import { watchInstall } from './shell/start/install-prompt.ts';
import { linkManifestAndIcon } from './shell/start/page-links.ts';
import { askForStorage, lookForObstacle, useObstacle } from './shell/start/start-obstacle.ts';
import { takeOver } from './shell/start/take-over.ts';
import { watchStaleChunks } from './shell/versions/stale-chunk.ts';
import { watchTravel } from './shell/watch-travel.ts';

if (!lookForObstacle()) {
  watchErrors();
  watchStaleChunks();
  watchInstall();
  watchTravel();
  linkManifestAndIcon();
  // For a member the store itself opens at once, and says if it cannot be opened. Visitors must know before they sign up.
  if (!beganSignedIn) void askForStorage();
}

const cannotStart = piece(() => import('./shell/start/cannot-start.tsx'));

function Start() {
  if (!useObstacle()) return <App />;
  return (
    <ErrorBoundary kind="application">
      <PagePiece piece={cannotStart} />
    </ErrorBoundary>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
takeOver(root);
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);
