import { Copy, Pencil, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { checkDeleteMessage, checkEditMessage } from '../../../schemas/messages/message-rules.ts';
import { quickMessageEmoji } from '../../../schemas/reactions/reaction.ts';
import { useStore } from '../../data/local-store.tsx';
import { messages } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { notify } from '../../ui/toast.ts';
import { QuickEmoji } from '../reactions/quick-emoji.tsx';
import type { ReactionGroup } from '../reactions/reaction-groups.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import styles from './message-sheet.module.css';
import type { Message } from './use-messages.ts';
import { deleteMessage } from './write-message.ts';

export interface MessageSheetProps {
  readonly message: Message;
  readonly senderName: string;
  readonly reactions: readonly ReactionGroup[];
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  readonly onClose: () => void;
  /** where one goes on after a reply or an edit has begun */
  readonly composer: RefObject<HTMLElement | null>;
}

/** What can be done with one message: react, reply, copy; one's own: edit and delete. Render it while it is open. */
export function MessageSheet({ message, senderName, reactions, onReply, onEdit, onClose, composer }: MessageSheetProps) {
  const store = useStore();
  const actor = { userId: store.userId };
  const [asking, setAsking] = useState(false);
  const [writing, setWriting] = useState(false);
  const { toggle } = useToggleReaction('message', message.id);
  const facts = { visible: true, sender_id: message.sender_id, is_deleted: message.is_deleted };
  const own = message.sender_id === store.userId;

  const write = (begin: (message: Message) => void) => {
    // First rendered, so that the sheet knows where the focus goes when it is closed.
    setWriting(true);
    begin(message);
    queueMicrotask(onClose);
  };
  const copy = () => {
    onClose();
    navigator.clipboard.writeText(message.content).then(
      () => notify.success(messages.COPIED),
      () => notify.error(messages.COPY_FAILED),
    );
  };
  const erase = async () => {
    onClose();
    try {
      const verdict = await deleteMessage(store, actor, message.id);
      if (!verdict.allowed) notify.error(refusalText[verdict.code]);
    } catch {
      notify.error(messages.MESSAGE_DELETE_FAILED);
    }
  };
  if (asking) {
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Delete this message?"
        text="Others will see that a message was deleted here. This cannot be undone."
        confirmLabel="Delete"
        danger
        onConfirm={() => void erase()}
      />
    );
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={own ? 'Your message' : `Message of ${senderName}`}
      returnTo={writing ? composer : undefined}
    >
      <p className={styles.quote} dir="auto">
        {message.content}
      </p>
      <div className={styles.emoji}>
        <QuickEmoji
          emoji={quickMessageEmoji}
          columns={6}
          chosen={new Set(reactions.filter((group) => group.mine).map((group) => group.emoji))}
          onPick={(emoji) => {
            onClose();
            toggle(emoji);
          }}
        />
      </div>
      <ul className={styles.actions}>
        <Act icon={<Reply className={styles.mirrored} />} label="Reply" onPress={() => write(onReply)} />
        {checkEditMessage(actor, facts).allowed && <Act icon={<Pencil />} label="Edit" onPress={() => write(onEdit)} />}
        <Act icon={<Copy />} label="Copy text" onPress={copy} />
        {checkDeleteMessage(actor, facts).allowed && <Act icon={<Trash2 />} label="Delete" danger onPress={() => setAsking(true)} />}
      </ul>
    </Sheet>
  );
}

function Act(props: { readonly icon: ReactNode; readonly label: string; readonly danger?: boolean; readonly onPress: () => void }) {
  return (
    <li>
      <button type="button" className={styles.act} data-danger={props.danger || undefined} onClick={props.onPress}>
        {props.icon}
        <span>{props.label}</span>
      </button>
    </li>
  );
}
