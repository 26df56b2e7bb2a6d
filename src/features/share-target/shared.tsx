import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NotKept } from '../../../schemas/share-target/share-target.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { removeShare, type WaitingShare } from '../../../workers/device/waiting-shares.ts';
import { useDraftList } from '../../data/drafts/draft-list.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { cannotTakeShares, notKeptText, shareTargetText } from '../../text/share-target.ts';
import { Dock } from '../../ui/dock.tsx';
import { Button, ButtonLink } from '../../ui/forms/button.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { DiscardButton } from '../outbox/discard-button.tsx';
import { draftTarget } from '../outbox/draft-target.ts';
import { NEW_POST, newPostDraft } from '../posts/use-post-draft.ts';
import { ChatList } from './chat-list.tsx';
import { intoDraft, type SharingForm } from './into-draft.ts';
import { dismissShareNotice } from './share-notice.ts';
import { SharedContent } from './shared-content.tsx';
import { useSharedPhotos } from './use-shared-photos.ts';
import { useWaitingShares } from './use-waiting-shares.ts';

/** What other apps shared with Kith, and where it shall go. `notKept` is why the last of it was not kept. */
export function Shared({ notKept }: { readonly notKept: NotKept | undefined }) {
  const { shares, failed, look } = useWaitingShares();
  useEffect(dismissShareNotice, []);
  if (failed) return <Note kind="danger">{shareTargetText.unreadable}</Note>;
  if (!shares) return <Spinner />;
  const [first, second] = shares;
  if (!first) return <Nothing notKept={notKept} />;
  return (
    <div className="stack gap-4">
      {notKept && <Note kind="warning">{notKeptText[notKept]}</Note>}
      {second ? (
        <Which key={second.id} earlier={first} later={second} onAnswered={look} />
      ) : (
        <Where key={first.id} share={first} onGone={look} />
      )}
    </div>
  );
}

function Nothing({ notKept }: { readonly notKept: NotKept | undefined }) {
  const neverTaken = notKept === 'not-ready' && !('serviceWorker' in navigator);
  return (
    <EmptyState
      page
      art="letter"
      title={notKept ? shareTargetText.notKeptTitle : shareTargetText.noneTitle}
      text={neverTaken ? cannotTakeShares : notKept ? notKeptText[notKept] : shareTargetText.none}
      action={<ButtonLink to="/posts">{shareTargetText.toFeed}</ButtonLink>}
    />
  );
}

const failedText = (error: unknown): string => {
  console.warn('A share could not be used', error);
  return lacksDiskSpace(error) ? shareTargetText.noDiskSpace : shareTargetText.notUsed;
};

/** The only one that waits, and what can be done with it. */
function Where({ share, onGone }: { readonly share: WaitingShare; readonly onGone: () => Promise<void> }) {
  const store = useStore();
  const navigate = useNavigate();
  const photos = useSharedPhotos(share.photos);
  const begun = useDraftList()?.some(({ key }) => key === NEW_POST);
  const [busy, setBusy] = useState(false);
  const pressed = useRef(false);
  const ready = photos.flatMap((photo) => (photo.state === 'ready' ? [photo.shrunk] : []));
  const isUsable = share.text !== '' || ready.length > 0;
  const canUse = isUsable && photos.length === share.photos.length;

  const use = async (form: SharingForm) => {
    if (pressed.current) return;
    pressed.current = true;
    setBusy(true);
    try {
      if (await intoDraft(store, share, ready, form)) {
        void navigate(draftTarget(form.key).to ?? '/posts', { replace: true });
        return;
      }
      notify.info(shareTargetText.gone);
      await onGone();
    } catch (error) {
      notify.error(failedText(error));
    }
    pressed.current = false;
    setBusy(false);
  };
  const discard = async () => {
    try {
      await removeShare(share);
      notify.said(shareTargetText.discarded);
      void navigate('/posts', { replace: true });
    } catch (error) {
      notify.error(failedText(error));
    }
  };
  return (
    <>
      <p className="small">{shareTargetText.intro}</p>
      <SharedContent share={share} photos={photos} />
      {photos.length === share.photos.length && !isUsable && <Note kind="warning">{shareTargetText.nothingUsable}</Note>}
      {begun && <Note kind="info">{shareTargetText.begun}</Note>}
      <ChatList onChoose={canUse ? (form) => void use(form) : undefined} />
      <Dock>
        <DiscardButton itemTitle={shareTargetText.what} text={shareTargetText.discardText} onDiscard={discard} />
        <Button variant="primary" disabled={!canUse} busy={busy} onClick={() => void use({ key: NEW_POST, draft: newPostDraft })}>
          {shareTargetText.intoPost}
        </Button>
      </Dock>
    </>
  );
}

/** Only one can wait: the member says whether the later one replaces it. */
function Which({
  earlier,
  later,
  onAnswered,
}: Readonly<Record<'earlier' | 'later', WaitingShare>> & { readonly onAnswered: () => Promise<void> }) {
  const before = useSharedPhotos(earlier.photos);
  const after = useSharedPhotos(later.photos);
  const keepOnly = async (other: WaitingShare) => {
    try {
      await removeShare(other);
      await onAnswered();
    } catch (error) {
      console.warn('A share could not be removed', error);
      notify.error(commonText.didNotWork);
    }
  };
  return (
    <>
      <Note kind="info">{shareTargetText.onlyOne}</Note>
      <SharedContent share={earlier} photos={before} title={shareTargetText.earlier} />
      <SharedContent share={later} photos={after} title={shareTargetText.later} />
      <Dock>
        <Button onClick={() => void keepOnly(later)}>{shareTargetText.keepEarlier}</Button>
        <Button onClick={() => void keepOnly(earlier)}>{shareTargetText.keepLater}</Button>
      </Dock>
    </>
  );
}
