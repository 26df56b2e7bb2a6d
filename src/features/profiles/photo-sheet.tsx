import type { RefObject } from 'react';
import { photoText } from '../../text/images.ts';
import { LoadingSheet } from '../../ui/overlays/loading-sheet.tsx';
import type { PhotoChooserProps } from './photo-chooser.tsx';

const load = () => import('./photo-chooser.tsx');

/** Loads the content of the sheet before it is opened, so that it also opens without a network. */
export const preloadPhotoChooser = (): void => void load().catch(() => undefined);

/** A sheet to choose, crop or remove the member's own photo. Render it while it is open. */
export function PhotoSheet({ returnTo, ...props }: PhotoChooserProps & { readonly returnTo: RefObject<HTMLElement | null> }) {
  return (
    <LoadingSheet
      title={photoText.title}
      failedText={photoText.loadFailed}
      blockSize="16rem"
      load={load}
      onClose={props.onClose}
      returnTo={returnTo}
    >
      {({ PhotoChooser }) => <PhotoChooser {...props} />}
    </LoadingSheet>
  );
}
