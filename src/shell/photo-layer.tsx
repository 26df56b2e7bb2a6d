import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { asksForPhoto, closePhoto, useOpenedPhoto } from '../features/photos/opened-photo.ts';
import { commonText } from '../text/common.ts';
import { photoGridText } from '../text/photos.ts';
import { loader, useLoaded } from '../ui/behaviour/use-loaded.ts';
import { IconButton } from '../ui/forms/icon-button.tsx';
import { notify } from '../ui/overlays/toast.ts';
import styles from './photo-layer.module.css';

/** Loaded with the first photo that is opened. The service worker keeps it, so that it opens without a network as well. */
const loadViewer = loader(() => import('./photo-viewer.tsx'));

/** Mounted once beside the pages: the photo that a press has opened, or that the address asks for. It closes with its page. */
export function PhotoLayer() {
  const { pathname, search } = useLocation();
  const pressed = useOpenedPhoto();
  const wanted = pressed !== null || asksForPhoto(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photo that was shown belongs to the page before
  useEffect(() => closePhoto, [pathname]);
  const Viewer = useLoaded(loadViewer, wanted, () => {
    notify.error(photoGridText.openFailed);
    closePhoto();
  });
  if (!wanted) return null;
  // The answer to a press, until code and row are there. An address waits with the page below it.
  const opening = pressed && (
    <div className={styles.opening} data-dark aria-busy="true">
      <IconButton label={commonText.close} icon={<X />} size="large" onClick={closePhoto} />
    </div>
  );
  return Viewer ? <Viewer opening={opening} /> : opening;
}
