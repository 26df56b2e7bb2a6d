import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { photoText } from '../../text/images.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { PhotoChooserProps } from './photo-chooser.tsx';
import styles from './photo-sheet.module.css';

const load = () => import('./photo-chooser.tsx');

/** Loads the content of the sheet before it is opened, so that it also opens without a network. */
export const preloadPhotoChooser = (): void => void load().catch(() => undefined);

/** A sheet to choose, crop or remove the member's own photo. Render it while it is open. */
export function PhotoSheet({ returnTo, ...props }: PhotoChooserProps & { readonly returnTo: RefObject<HTMLElement | null> }) {
  const { onClose } = props;
  const [attempt, setAttempt] = useState(1);
  const [result, setResult] = useState<ComponentType<PhotoChooserProps> | 'failed'>();
  useEffect(() => {
    let wanted = attempt > 0;
    load().then(
      ({ PhotoChooser }) => wanted && setResult(() => PhotoChooser),
      () => wanted && setResult('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  const again = () => {
    setResult(undefined);
    setAttempt(attempt + 1);
  };
  const Chooser = result;
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={photoText.title} returnTo={returnTo}>
      {Chooser === undefined && (
        <div className={styles.waiting} aria-busy="true">
          <span className="visually-hidden">{commonText.loading}</span>
        </div>
      )}
      {Chooser === 'failed' && (
        <div className={styles.failed}>
          <Note kind="danger">{photoText.loadFailed}</Note>
          <Button onClick={again}>{commonText.tryAgain}</Button>
        </div>
      )}
      {Chooser !== undefined && Chooser !== 'failed' && <Chooser {...props} />}
    </Sheet>
  );
}
