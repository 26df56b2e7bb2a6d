import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SHARE_PATH } from '../../../schemas/share-target/share-target.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { isArriving } from '../account/arrival/arriving.ts';
import { dismissShareNotice, showShareNotice } from './share-notice.ts';
import { unusedShares } from './use-waiting-shares.ts';

/** Says once after each start that something waits which other apps shared, perhaps before its member signed in. A new member arrives first. */
export default function ShareWaits() {
  const store = useStore();
  const navigate = useNavigate();
  const arrives = isArriving(useLocation().state);
  useEffect(() => {
    if (arrives) return;
    let current = true;
    unusedShares(store).then(
      (shares) => {
        if (current && shares.length > 0 && location.pathname !== SHARE_PATH) showShareNotice(() => void navigate(SHARE_PATH));
      },
      (error: unknown) => console.warn('What was shared could not be read', error),
    );
    return () => {
      current = false;
      dismissShareNotice();
    };
  }, [store, navigate, arrives]);
  return null;
}
