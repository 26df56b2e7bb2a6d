import { Copy, Pencil, Reply, SmilePlus, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { checkDeleteMessage, checkEditMessage } from '../../../schemas/messages/message-rules.ts';
import { quickMessageEmoji } from '../../../schemas/reactions/quick-emoji.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { messageText } from '../../text/messages.ts';
import { mentionedAs } from '../../text/photos.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { copyText } from '../../ui/overlays/copy-text.ts';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { SmallPhoto } from '../../ui/photos/small-photo.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { EmojiSheet } from '../reactions/emoji-sheet.tsx';
import { QuickEmoji } from '../reactions/quick-emoji.tsx';
import ReactionDetails from '../reactions/reaction-details.tsx';
import type { ReactionGroup } from '../reactions/reaction-groups.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { usePersonMenu } from '../reports/use-person-menu.tsx';
import styles from './message-sheet.module.css';
import { snippetPhoto } from './message-text.tsx';
import type { Message } from './use-messages.ts';
import { deleteMessage } from './write-message.ts';

export interface MessageSheetProps {
  readonly message: Message;
  readonly senderName: string;
  readonly reactions: readonly ReactionGroup[];
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  readonly onClose: () => void;
  /** takes the focus after a reply or an edit has started */
  readonly composer: RefObject<HTMLElement | null>;
}

/** The actions for one message: react, reply, copy; for the member's own message also edit and delete. Render it while it is open. */
export function MessageSheet({ message, senderName, reactions, onReply, onEdit, onClose, composer }: MessageSheetProps) {
  const store = useStore();
  const write = useWrite();
  const [step, setStep] = useState<'actions' | 'emoji' | 'who' | 'delete'>('actions');
  // One sheet replaces another, so the element that had the focus before the first one is stored here.
  const opener = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  const [writing, setWriting] = useState(false);
  const { toggle } = useToggleReaction('message', message.id);
  const facts = { visible: true, sender_id: message.sender_id, is_deleted: message.is_deleted };
  const person = { userId: message.sender_id, name: senderName, imageUrl: message.sender_profile_image_url };
  const about = usePersonMenu({ person, thing: { type: 'message', id: message.id }, onClose });
  const photo = snippetPhoto(message, false);
  const own = message.sender_id === store.userId;

  const compose = (begin: (message: Message) => void) => {
    // Closed after a render, so that the sheet knows where the focus goes.
    setWriting(true);
    begin(message);
    queueMicrotask(onClose);
  };
  const copy = () => {
    onClose();
    copyText(message.content);
  };
  const erase = () => {
    onClose();
    void write(() => deleteMessage(store, message.id), messageText.deleteFailed);
  };
  const pick = (emoji: string) => {
    onClose();
    toggle(emoji);
  };
  const close = (open: boolean) => open || onClose();
  if (about.dialog) return about.dialog;
  if (step === 'emoji') return <EmojiSheet onPick={pick} onClose={onClose} returnTo={opener} />;
  if (step === 'who') return <ReactionDetails groups={reactions} open onOpenChange={close} returnTo={opener} />;
  if (step === 'delete') {
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={messageText.askToDelete}
        text={messageText.askToDeleteText}
        confirmLabel={commonText.delete}
        danger
        onConfirm={erase}
        returnTo={opener}
      />
    );
  }
  return (
    <Sheet
      open
      onOpenChange={close}
      title={own ? messageText.yourMessage : messageText.messageOf(senderName)}
      returnTo={writing ? composer : opener}
    >
      <div className="row gap-3">
        <p className={`rest ${styles.quote}`} dir="auto">
          {mentionedAs(message)}
        </p>
        {photo && <SmallPhoto photo={photo} className={styles.photo} />}
      </div>
      <div className={styles.emoji}>
        <QuickEmoji
          emoji={quickMessageEmoji}
          columns={6}
          chosen={new Set(reactions.filter((group) => group.mine).map((group) => group.emoji))}
          onPick={pick}
        />
      </div>
      <ul className={styles.actions}>
        <Act icon={<SmilePlus />} label={messageText.moreEmoji} onPress={() => setStep('emoji')} />
        {reactions.length > 0 && <Act icon={<UsersRound />} label={messageText.whoReacted} onPress={() => setStep('who')} />}
        <Act icon={<Reply className="mirrored" />} label={messageText.reply} onPress={() => compose(onReply)} />
        {checkEditMessage(store, facts).allowed && <Act icon={<Pencil />} label={commonText.edit} onPress={() => compose(onEdit)} />}
        {message.content !== '' && <Act icon={<Copy />} label={commonText.copyText} onPress={copy} />}
        {checkDeleteMessage(store, facts).allowed && (
          <Act icon={<Trash2 />} label={commonText.delete} danger onPress={() => setStep('delete')} />
        )}
        {about.items.map(({ label, icon, danger, onSelect }) => (
          <Act key={label} icon={icon} label={label} danger={danger} onPress={onSelect} />
        ))}
      </ul>
    </Sheet>
  );
}

function Act(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly danger?: boolean | undefined;
  readonly onPress: () => void;
}) {
  return (
    <li>
      <button type="button" className={`row gap-3 ${styles.act}`} data-danger={props.danger || undefined} onClick={props.onPress}>
        {props.icon}
        <span>{props.label}</span>
      </button>
    </li>
  );
}
