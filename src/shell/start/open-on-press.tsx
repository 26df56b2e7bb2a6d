import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { listen } from '../../../schemas/base/listen.ts';
import { pathToOpen } from '../../features/push/path-to-open.ts';

export type PageAt = (location: { readonly pathname: string }) => object | undefined;

/**
 * Opens what a notice is about, when it is pressed while the app is open: without a reload. The answer lets the worker know that this page
 * does it; without one it opens the address itself.
 */
export function OpenOnPress({ pageAt }: { /** undefined if no page of members has this path */ readonly pageAt: PageAt }) {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!worker) return;
    const open = ({ data, ports }: MessageEvent<unknown>) => {
      const path = pathToOpen(data, (pathname) => pageAt({ pathname }) !== undefined, Date.now());
      if (path === undefined) return;
      ports[0]?.postMessage({ type: 'OPENS' });
      const { pathname, search } = window.location;
      void navigate(path, { replace: path === pathname + search });
    };
    return listen([worker, 'message', open]);
  }, [navigate, pageAt]);
  return null;
}
