// The first steps with a new account: name and photo, as friends will see them, and then the invitation that waits for an answer. They
// appear only once, and nothing depends on them. A member who opens the link of an invitation is asked only for the answer.

import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PROFILE_NAME_MAX } from '../../schemas/account/account-limits.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { useDraft } from '../data/drafts/drafts.ts';
import { keepImage } from '../data/images/images.ts';
import { useSession } from '../data/session/session.ts';
import { useOnline } from '../data/session/use-online.ts';
import { useConnection } from '../data/store/connection.ts';
import { useLiveDocument, useStore } from '../data/store/local-store.tsx';
import { answered, answering, isAnswered, isAnswering, isNamed } from '../features/account/arrival/arriving.ts';
import { takeFace } from '../features/account/arrival/chosen-face.ts';
import { OpeningInvitation } from '../features/friends/invitations/opening-invitation.tsx';
import { useInvitations } from '../features/friends/invitations/use-invitations.ts';
import { useOwnAccepted } from '../features/friends/invitations/use-own-accepted.ts';
import { profileDraftKey } from '../features/profiles/in-place-field.tsx';
import { OwnPhoto } from '../features/profiles/own-photo.tsx';
import { profileFieldError, writeProfileField, writeProfilePhoto } from '../features/profiles/write-profile.ts';
import { usePageTitle } from '../shell/bars/use-page-title.ts';
import { invitationText } from '../text/invitations.ts';
import { arrivalText } from '../text/profiles.ts';
import { Button } from '../ui/forms/button.tsx';
import { Field } from '../ui/forms/field.tsx';
import { Note } from '../ui/states/note.tsx';
import { WholePage, WholePageWords } from '../ui/states/whole-page.tsx';
import { WholePageActions } from '../ui/states/whole-page-actions.tsx';
import styles from './arrival.module.css';

const loadAnswer = () => import('../features/friends/invitations/answer-invitation.tsx');
const AnswerInvitation = lazy(async () => ({ default: (await loadAnswer()).AnswerInvitation }));
// The question comes next in any case. If this fails, showing it loads it again.
loadAnswer().catch(() => undefined);

export default function ArrivalScreen() {
  const { state } = useLocation();
  const asked = isAnswering(state);
  useEffect(
    // The path stays the same, so nothing else moves the focus to the new page. A member who was quick has already moved it there.
    () => () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus();
    },
    [],
  );
  useChosenFace();
  return asked ? <Answer invite={asked.invite} /> : <NameAndPhoto asksName={!isNamed(state)} />;
}

/** Stores the photo that was chosen before the account existed, once the profile is on this device. */
function useChosenFace(): void {
  const store = useStore();
  useEffect(() => {
    const face = takeFace(store.userId);
    if (!face) return;
    // The page may move on before the profile arrives.
    const profile = store.collections.profiles.findOne(store.userId).$.subscribe((row) => {
      if (!row) return;
      queueMicrotask(() => profile.unsubscribe());
      keepImage(face)
        .then((url) => writeProfilePhoto(store, url))
        .catch((reason: unknown) => console.error('A photo could not be kept', reason));
    });
  }, [store]);
}

function Answer({ invite }: { readonly invite: string | undefined }) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  // Answered before a reload: nothing is left to ask.
  const [over] = useState(() => isAnswered(state));
  usePageTitle(invitationText.page);
  const leave = useCallback(() => void navigate(pathname, { replace: true }), [navigate, pathname]);
  useEffect(() => {
    if (over) leave();
  }, [over, leave]);
  if (over) return <main aria-busy="true" />;
  return (
    <Suspense fallback={<OpeningInvitation />}>
      <AnswerInvitation
        invite={invite}
        onAccept={() => void navigate(pathname, { replace: true, state: answered(state) })}
        onDone={leave}
      />
    </Suspense>
  );
}

function NameAndPhoto({ asksName }: { readonly asksName: boolean }) {
  const { user } = useSession();
  const store = useStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const online = useOnline();
  const { row } = useLiveDocument('profiles', store.userId);
  const draft = useDraft<string>(profileDraftKey('name'));
  const [cropping, setCropping] = useState(false);
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState(false);
  // Pressed: the name is saved as soon as the profile is on this device.
  const [saving, setSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  usePageTitle(arrivalText.page);
  useEffect(() => heading.current?.focus(), []);

  const given = row?.name ?? user?.name ?? '';
  const name = draft.value ?? given;

  const invitations = useInvitations();
  const { kind, filled } = useConnection();
  // They came by a link whose maker has said yes beforehand.
  const accepted = useOwnAccepted();
  // There may be an invitation that this device has not received yet.
  const waits =
    invitations?.received.some(({ status }) => status === 'pending') ||
    accepted !== undefined ||
    (kind !== 'offline' && !filled('invitations'));
  const { discard } = draft;
  const leave = useCallback(async () => {
    // The page that they came for is behind this one.
    await navigate(pathname, { replace: true, state: waits ? answering() : null });
    await discard();
  }, [navigate, pathname, discard, waits]);

  const here = Boolean(row);
  useEffect(() => {
    if (!saving || !here) return;
    writeProfileField(store, 'name', name).then(
      async (verdict) => {
        setSaving(false);
        if (verdict.allowed) await leave();
        else setError(refusalWording[verdict.code]);
      },
      (reason: unknown) => {
        console.error('The name could not be saved', reason);
        setSaving(false);
        setFailed(true);
      },
    );
  }, [saving, here, store, name, leave]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = profileFieldError('name', name);
    setError(wrong ?? undefined);
    setFailed(false);
    if (wrong) field.current?.focus();
    else if (name.trim() === given) void leave();
    else setSaving(true);
  };
  return (
    <WholePage className={styles.arrival}>
      <form className={`stack gap-6 ${styles.form}`} noValidate onSubmit={submit}>
        <WholePageWords ref={heading} title={arrivalText.title} text={asksName ? arrivalText.text : arrivalText.textPhoto} />
        <OwnPhoto
          userId={store.userId}
          name={name}
          imageUrl={row?.profile_image_url}
          isStored={here}
          open={cropping}
          onOpen={() => setCropping(true)}
          onClose={() => setCropping(false)}
        />
        <div>
          {asksName && (
            <Field
              ref={field}
              label={arrivalText.name}
              autoComplete="name"
              dir="auto"
              maxLength={PROFILE_NAME_MAX}
              value={name}
              error={error}
              readOnly={saving}
              onChange={(event) => {
                setError(undefined);
                draft.save(event.target.value);
              }}
            />
          )}
        </div>
        {failed && <Note kind="danger">{arrivalText.failed}</Note>}
        {saving && !here && !online && <Note>{arrivalText.later}</Note>}
        <WholePageActions>
          <Button type="submit" variant="primary" wide busy={saving}>
            {saving ? arrivalText.saving : arrivalText.go}
          </Button>
          {/* Nobody waits here for a name that cannot be saved now. */}
          {(failed || (saving && !here)) && (
            <Button variant="soft" wide onClick={() => void leave()}>
              {arrivalText.skip}
            </Button>
          )}
        </WholePageActions>
      </form>
    </WholePage>
  );
}
