import { shareTargetText } from '../../text/share-target.ts';
import { notify } from '../../ui/overlays/toast.ts';

const ID = 'share-waits';

/** Says that something waits, until it is seen. */
export const showShareNotice = (onSee: () => void): void =>
  notify.news(shareTargetText.waits, { id: ID, stays: true, action: { label: shareTargetText.see, onPress: onSee } });

export const dismissShareNotice = (): void => notify.dismiss(ID);
