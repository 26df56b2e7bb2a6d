import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countUnfinished } from '../../../data/drafts/unfinished.ts';
import { signOut } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { useStore } from '../../../data/store/local-store.tsx';
import { signOutQuestion, signOutText } from '../../../text/account.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** With a connection, recent writes are already on their way. It is worth waiting this long for them before asking. */
const SENDING_MS = 3000;

/** Signs out and erases this device's data. If some of that data is not on the server, it asks first and names what would be lost. */
export function SignOutButton() {
  const store = useStore();
  const connection = useConnection();
  const [phase, setPhase] = useState<'ready' | 'sending' | 'leaving'>('ready');
  const [question, setQuestion] = useState('');
  const [asks, setAsks] = useState(false);
  const busy = phase !== 'ready';

  // When sign-out is done, the signed-out routes have taken over.
  const leave = async () => {
    setPhase('leaving');
    await signOut();
  };

  const sending = phase === 'sending';
  const nothingWaits = connection.outgoing === 0 || connection.kind === 'offline';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens on leaving is the same whenever it was made.
  useEffect(() => {
    if (!sending) return;
    let current = true;
    const ask = (words: string) => {
      if (!current) return;
      setPhase('ready');
      setQuestion(words);
      setAsks(true);
    };
    let timer: ReturnType<typeof setTimeout>;
    const lookIn = (ms: number, again = false) => {
      timer = setTimeout(() => void look(again), ms);
    };
    const look = (again: boolean) =>
      countUnfinished(store).then(
        (found) => {
          if (found.photos > 0 && !again && connection.kind !== 'offline') lookIn(SENDING_MS, true);
          else if (found.pending + found.photos + found.refused + found.drafts + found.shares > 0) ask(signOutQuestion(found));
          else if (current) void leave();
        },
        (error: unknown) => {
          console.warn('Could not count the pending writes', error);
          ask(signOutText.uncounted);
        },
      );
    lookIn(nothingWaits ? 0 : SENDING_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sending, nothingWaits]);
  return (
    <>
      <Button variant="soft" wide icon={<LogOut />} busy={busy} onClick={() => setPhase('sending')}>
        {busy ? signOutText.busy : signOutText.button}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={signOutText.title}
        text={question}
        confirmLabel={signOutText.confirm}
        cancelLabel={signOutText.cancel}
        danger
        busy={busy}
        onConfirm={() => void leave()}
      />
    </>
  );
}
