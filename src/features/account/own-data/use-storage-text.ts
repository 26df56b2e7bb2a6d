import { useEffect, useState } from 'react';
import { collectionNames } from '../../../../schemas/protocol/collections.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { settingsText } from '../../../text/account.ts';
import { sizeText } from '../../../text/sizes.ts';

export interface StorageText {
  /** whether all of the member's data is on this device */
  readonly holds: string;
  /** its size, and whether the browser promised to keep it; undefined until it is known */
  readonly space: string | undefined;
}

/** The text about this device's storage: first whether everything is here, then how much space it takes. */
export function useStorageText(): StorageText {
  const { filled } = useConnection();
  const [space, setSpace] = useState<string>();
  useEffect(() => {
    let current = true;
    const read = async () => {
      const [estimate, kept] = await Promise.all([navigator.storage?.estimate?.(), navigator.storage?.persisted?.()]);
      if (!current) return;
      const promise = kept ? settingsText.keptOnLow : settingsText.clearedOnLow;
      setSpace(estimate?.usage === undefined ? promise : `${sizeText(estimate.usage)}, ${promise}`);
    };
    read().catch(() => current && setSpace(settingsText.usageUnknown));
    return () => {
      current = false;
    };
  }, []);
  const complete = collectionNames.every(filled);
  return { holds: complete ? settingsText.complete : settingsText.incomplete, space };
}
