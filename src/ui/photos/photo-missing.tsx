import { photoGridText } from '../../text/photos.ts';
import styles from './photo-missing.module.css';

/** Says, over the place of a photo, that its bytes are not here. `from` is the first name of its author; null for the member's own. */
export function PhotoMissing({ id, from }: { readonly id?: string; readonly from: string | null }) {
  return (
    <span id={id} className={styles.missing}>
      {photoGridText.onItsWay(from)}
    </span>
  );
}
