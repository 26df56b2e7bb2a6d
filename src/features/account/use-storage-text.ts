import { useEffect, useState } from 'react';

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;

/** How much this device holds, and whether the browser promised to keep it. Undefined until it is known. */
export function useStorageText(): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let current = true;
    const read = async () => {
      const [estimate, kept] = await Promise.all([navigator.storage?.estimate?.(), navigator.storage?.persisted?.()]);
      if (!current) return;
      const promise = kept ? 'kept when space runs low' : 'may be cleared when space runs low';
      setText(estimate?.usage === undefined ? promise : `${megabytes(estimate.usage)}, ${promise}`);
    };
    read().catch(() => current && setText('This browser does not tell'));
    return () => {
      current = false;
    };
  }, []);
  return text;
}
