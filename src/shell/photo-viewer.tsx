import { type ReactNode, useCallback, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { AllPhotosLightbox } from '../features/all-photos/all-photos-lightbox.tsx';
import { photosOfPage } from '../features/all-photos/photos-of-page.ts';
import { closePhoto, type OpenedPhoto, openPhoto, useOpenedPhoto } from '../features/photos/opened-photo.ts';
import { pageOfPhoto, photoIn, searchWithoutPhoto, searchWithPhoto } from '../features/photos/photo-address.ts';
import { PhotoLightbox } from '../features/photos/photo-lightbox.tsx';
import { isLoadedAgain } from './use-scroll-places.ts';

/**
 * The photo over the page. A press leaves the address of the page as it is, and the photo has one of its own (`overlay-history.ts`). After a
 * reload, or in a new tab, that one opens it, and closing it leads to the page below. `opening` is shown until there is something to see.
 */
export default function PhotoViewer({ opening }: { readonly opening: ReactNode }) {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const pressed = useOpenedPhoto();
  /** the visit whose photo was closed; its address says so a moment later */
  const [left, setLeft] = useState<string>();
  const opened = pressed ?? (left === key ? null : photoIn(search));
  const close = useCallback(() => {
    closePhoto();
    if (!photoIn(search)) return;
    setLeft(key);
    void navigate({ pathname, search: searchWithoutPhoto(search) }, { replace: true, state });
  }, [pathname, search, state, key, navigate]);
  if (!opened) return null;
  if (!pressed && isElsewhere(opened, pathname)) return <Navigate to={pageOfPhoto(opened, pathname) + search} replace />;
  const address = pathname + searchWithPhoto(search, opened);
  const shown = { opened, address, opening, onShow: openPhoto, onClose: close };
  const photos = photosOfPage(pathname);
  return photos ? <AllPhotosLightbox {...shown} of={photos} /> : <PhotoLightbox {...shown} />;
}

/** Whether the address of a photo over another page, such as the feed, was opened anew: below it must be its own page. */
const isElsewhere = (photo: OpenedPhoto, pathname: string): boolean => !isLoadedAgain() && pathname !== pageOfPhoto(photo, pathname);
