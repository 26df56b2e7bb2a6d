import { CircleAlert, Clock } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { letImagesGo } from '../../data/images/let-images-go.ts';
import { readChosen } from '../../data/photos/read-chosen.ts';
import { shrinkPhoto } from '../../data/photos/shrink-photo.ts';
import { retryPhotos, type UnsentOfRow, type UnsentPhoto } from '../../data/photos/unsent-photos.ts';
import { type LocalStore, useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { messageText } from '../../text/messages.ts';
import { outboxText } from '../../text/outbox.ts';
import { photoRefusalText } from '../../text/photo-refusals.ts';
import { photoGridText } from '../../text/photos.ts';
import { postText } from '../../text/posts.ts';
import { photoFailureText, unsentPhotosText } from '../../text/unsent-photos.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ImageInput } from '../../ui/images/image-input.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { SmallPhoto } from '../../ui/photos/small-photo.tsx';
import sheet from '../outbox/outbox-sheet.module.css';
import { useWrite } from '../outbox/use-write.ts';
import { keptPhoto } from '../photos/compose/chosen-files.ts';
import { deleteRow, isLastWord, type RowWithPhotos, removePhoto, replacePhoto } from './photo-acts.ts';
import styles from './photos-entry.module.css';

export interface PhotoEntryProps {
  readonly unsent: UnsentOfRow;
  readonly photo: UnsentPhoto;
  readonly sending: boolean;
}

/** A photo that is not sent: what it shows, how far it is, and what can be done if the server refused it. */
export function PhotoEntry({ unsent, photo: { id, nth, photo, failed }, sending }: PhotoEntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  const name = unsent.collection === 'profiles' ? unsentPhotosText.profile : photoGridText.photo(nth, unsent.row.photos.length);
  return (
    <li ref={entry} className="stack gap-1" tabIndex={-1} data-photo-state={failed ? 'failed' : sending ? 'sending' : 'waiting'}>
      <div className={`row gap-3 ${styles.photo}`}>
        {photo && <SmallPhoto photo={photo} className={styles.small} />}
        <div className={`stack gap-1 small ${styles.words}`}>
          <p>{name}</p>
          {photo?.alt && (
            <p className={sheet.text} dir="auto">
              {photo.alt}
            </p>
          )}
          <p className={`row gap-2 small-icons ${styles.photo} ${sheet.state}`} data-waits={failed ? undefined : ''}>
            {failed ? <CircleAlert /> : <Clock />}
            <span>
              {failed ? `${outboxText.failed}: ${photoFailureText(failed.code)}` : sending ? outboxText.sending : outboxText.waits}
            </span>
          </p>
        </div>
      </div>
      {failed && unsent.collection !== 'profiles' && (
        <Acts unsent={unsent} id={id} name={name} onActed={() => entry.current?.focus({ preventScroll: true })} />
      )}
    </li>
  );
}

interface ActsProps {
  readonly unsent: RowWithPhotos;
  readonly id: string;
  readonly name: string;
  /** Sets the focus: the pressed button goes with the failure. */
  readonly onActed: () => void;
}

/** Makes a chosen file small, and puts it in the place of the photo. Resolves with the reason, in words, where that cannot be. */
async function putInPlace(store: LocalStore, unsent: RowWithPhotos, id: string, file: ReturnType<typeof readChosen>) {
  const bytes = await file;
  const shrunk = typeof bytes === 'string' ? bytes : await shrinkPhoto(bytes);
  if (typeof shrunk === 'string') return photoRefusalText[shrunk];
  const photo = await keptPhoto(shrunk);
  const verdict = await replacePhoto(store, unsent, id, photo);
  if (verdict.allowed) return null;
  await letImagesGo(store, [photo.id]);
  return refusalWording[verdict.code];
}

function Acts({ unsent, id, name, onActed }: ActsProps) {
  const store = useStore();
  const write = useWrite();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const isPost = unsent.collection === 'posts';

  const retry = async () => {
    try {
      onActed();
      await retryPhotos(store, [id]);
      notify.said(unsentPhotosText.sentAgain);
    } catch {
      notify.error(unsentPhotosText.retryFailed);
    }
  };
  const replace = async ([file]: readonly File[]) => {
    if (!file) return;
    const reading = readChosen(file);
    setBusy(true);
    try {
      const reason = await putInPlace(store, unsent, id, reading);
      if (reason === null) notify.said(unsentPhotosText.replaced);
      else notify.error(reason);
    } catch (error) {
      console.warn('A photo could not be replaced', error);
      notify.error(unsentPhotosText.replaceFailed);
    } finally {
      setBusy(false);
    }
  };
  const remove = async (act: (store: LocalStore) => Promise<Verdict>) => {
    setAsking(false);
    if (await write(act, unsentPhotosText.removeFailed)) notify.said(unsentPhotosText.removed);
  };

  return (
    <div className={`wrap gap-2 ${sheet.actions}`}>
      <Button size="small" disabled={busy} aria-label={unsentPhotosText.act(commonText.retry, name)} onClick={() => void retry()}>
        {commonText.retry}
      </Button>
      <ImageInput ref={input} onFiles={(files) => void replace(files)} />
      <Button
        size="small"
        variant="soft"
        busy={busy}
        aria-label={unsentPhotosText.act(unsentPhotosText.replace, name)}
        onClick={() => input.current?.click()}
      >
        {unsentPhotosText.replace}
      </Button>
      <Button
        size="small"
        variant="soft"
        disabled={busy}
        aria-label={unsentPhotosText.act(unsentPhotosText.remove, name)}
        onClick={() => (isLastWord(unsent, id) ? setAsking(true) : void remove((open) => removePhoto(open, unsent, id)))}
      >
        {unsentPhotosText.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isPost ? postText.askToDelete : messageText.askToDelete}
        text={isPost ? unsentPhotosText.lastOfPostText : unsentPhotosText.lastOfMessageText}
        confirmLabel={commonText.delete}
        danger
        onConfirm={() => void remove((open) => deleteRow(open, unsent))}
      />
    </div>
  );
}
