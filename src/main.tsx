import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './routes.tsx';
import { watchInstall } from './shell/install-prompt.ts';
import { watchStaleChunks } from './shell/stale-chunk.ts';
import { watchErrors } from './shell/watch-errors.ts';

watchErrors();
watchStaleChunks();
watchInstall();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
