import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { beganSignedIn } from './data/session.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { watchInstall } from './shell/install-prompt.ts';
import { PagePiece, piece } from './shell/page-piece.tsx';
import { watchStaleChunks } from './shell/stale-chunk.ts';
import { askForStorage, lookForObstacle, useObstacle } from './shell/start-obstacle.ts';
import { watchErrors } from './shell/watch-errors.ts';
import { watchTravel } from './shell/watch-travel.ts';

if (!lookForObstacle()) {
  watchErrors();
  watchStaleChunks();
  watchInstall();
  watchTravel();
  // For a member the store itself opens at once, and says if it cannot be opened. Visitors must know before they sign up.
  if (!beganSignedIn) void askForStorage();
}

const cannotStart = piece(() => import('./shell/cannot-start.tsx'));

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
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);
