import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeUnarrivedPhotos } from '../../../data/drafts/awaited-photos.ts';
import { useStore } from '../../../data/store/local-store.tsx';
import { composeText } from '../../../text/compose-photos.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import { isArriving } from '../../account/arrival/arriving.ts';
import { draftTarget } from '../../outbox/draft-target.ts';
import { chosenFiles, formOfKey } from './chosen-files.ts';

/** Where the app opens by itself. A member who opened another page wants to be there. */
const startPages: readonly string[] = ['/', '/posts'];

/**
 * After a start, leads back to the form for which a photo was being chosen when its page ended, and lets the form say that the photo did
 * not arrive. Phones end pages while a camera is open.
 */
export default function UnarrivedPhotos() {
  const { userId } = useStore();
  const navigate = useNavigate();
  const arrives = isArriving(useLocation().state);
  useEffect(() => {
    if (arrives) return;
    takeUnarrivedPhotos(userId).then(
      (keys) => {
        for (const key of keys) chosenFiles(userId, key).fail('', composeText.unarrived);
        const latest = keys.at(-1);
        const to = latest === undefined ? undefined : draftTarget(formOfKey(latest)).to;
        if (to === undefined || location.pathname === to.split('?')[0]) return;
        if (startPages.includes(location.pathname)) void navigate(to);
        else {
          const action = { label: composeText.toUnarrived, onPress: () => void navigate(to) };
          notify.news(composeText.unarrivedElsewhere, { stays: true, action });
        }
      },
      (error: unknown) => console.warn('It is not known whether a photo did not arrive', error),
    );
  }, [userId, navigate, arrives]);
  return null;
}
