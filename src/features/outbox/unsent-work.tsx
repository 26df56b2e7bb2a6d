import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { readPending } from '../../data/rescue/read-pending.ts';
import { storeText } from '../../text/store.ts';
import { Button } from '../../ui/forms/button.tsx';
import { pendingText } from './pending-text.ts';
import { useStoreRescue } from './use-store-rescue.tsx';

/** Offers to save unsent work as a file when the app cannot start. Shows nothing if there is none. */
export default function UnsentWork({ user }: { readonly user: SessionUser }) {
  const [count, setCount] = useState(0);
  const { busy, save, rest } = useStoreRescue(user);
  useEffect(() => {
    readPending(user.id).then(
      (found) => setCount(pendingText(found, { at: 0, by: '' }).count),
      (error: unknown) => console.warn('Could not read the pending writes', error),
    );
  }, [user.id]);
  if (count === 0) return null;
  return (
    <section>
      <h2>{storeText.left}</h2>
      <p>{storeText.leftHelp}</p>
      <div>
        <Button icon={<FileDown />} busy={busy === 'saving'} onClick={save}>
          {storeText.save}
        </Button>
      </div>
      {rest}
    </section>
  );
}
