import { type ReactNode, useState } from 'react';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { friendText } from '../../text/friends.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { unfriend } from './unfriend.ts';

/** Ends a friendship after a question. Returns a function to ask, and the question to render. */
export function useUnfriend({
  friendId,
  name,
  onLeaving,
  onDone,
}: {
  readonly friendId: string;
  readonly name: string;
  /** true just before the friendship ends, and its views with it; false if it stays after all */
  readonly onLeaving?: ((leaving: boolean) => void) | undefined;
  readonly onDone: () => void;
}): { readonly ask: () => void; readonly question: ReactNode } {
  const write = useWrite();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const end = async () => {
    setBusy(true);
    onLeaving?.(true);
    const ended = await write(
      (store) => unfriend(store, friendId),
      friendText.unfriendFailed({ detail: friendText.notSaved }),
      (code) => notify.error(friendText.unfriendFailed({ detail: refusalWording[code] })),
    );
    if (ended) {
      notify.success(friendText.unfriended({ name }));
      onDone();
      return;
    }
    onLeaving?.(false);
    setBusy(false);
    setAsking(false);
  };
  return {
    ask: () => setAsking(true),
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={friendText.askToUnfriend(name)}
        text={friendText.askToUnfriendText(name)}
        confirmLabel={friendText.unfriend}
        danger
        busy={busy}
        onConfirm={() => void end()}
      />
    ),
  };
}
