import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { audienceFor, isChosen, widening } from '../../../schemas/posts/audience.ts';
import { type PostText, post } from '../../../schemas/posts/post.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import type { VisibilityType } from '../../../schemas/posts/visibility.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { pageClock } from '../../data/store/page-clock.ts';
import { friendText } from '../../text/friends.ts';
import { postRefusal, postText } from '../../text/posts.ts';
import { focusEnd } from '../../ui/behaviour/focus-end.ts';
import { Dock } from '../../ui/dock.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { DraftRestored } from '../../ui/forms/draft-restored.tsx';
import { useDroppedImages } from '../../ui/images/use-dropped-images.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Note } from '../../ui/states/note.tsx';
import { PostSkeleton } from '../../ui/states/skeleton.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { firstName } from '../people/first-name.ts';
import type { Person } from '../people/own-person.ts';
import type { PersonOf } from '../people/use-people.ts';
import { PhotoAdder } from '../photos/compose/photo-adder.tsx';
import { PhotoStrip } from '../photos/compose/photo-strip.tsx';
import { useChosenPhotos, useOthersOnceSettled } from '../photos/compose/use-chosen-photos.ts';
import { AudienceChoice } from './audience/audience-choice.tsx';
import { audienceTitle } from './audience/audience-text.ts';
import { PeoplePicker } from './audience/people-picker.tsx';
import { useReach } from './audience/use-reach.ts';
import { WideningDialog } from './audience/widening-dialog.tsx';
import { usePublishAudience } from './audience/written-audience.ts';
import { nextPrompt } from './feed/next-prompt.ts';
import styles from './post-form.module.css';
import { canPost, isNearPostLimit, isPostTooLong, postCounterText } from './post-length.ts';
import { type PostDraft, usePostDraft } from './use-post-draft.ts';

const loadInvite = async () => ({ default: (await import('../friends/invitations/invite-sheet.tsx')).InviteSheet });
const InviteSheet = lazy(loadInvite);

/** The texts of one kind of form. */
interface FormText {
  readonly submit: string;
  readonly busy: string;
  readonly failed: string;
}

export interface PostFormProps {
  readonly draftKey: string;
  /** the initial content if there is no draft */
  readonly initial: PostText;
  /** the last write of the edited post */
  readonly basis?: string;
  /** the stored post when editing: widening its audience needs a confirmation */
  readonly standing?: PostText | undefined;
  /** why the server refused this text */
  readonly refused?: string | undefined;
  readonly own: Person & { readonly id: string };
  readonly personOf: PersonOf;
  readonly text: FormText;
  /** `id` is that of the row that a new post becomes */
  readonly onSubmit: (store: LocalStore, text: PostText, id: string) => Promise<Verdict>;
  /** The form stays busy until this resolves. */
  readonly onSaved: () => Promise<void>;
}

/** Text and audience of a post. Both are kept as a draft of this form until they are sent or discarded. */
export function PostForm({ draftKey, initial, basis = '', ...form }: PostFormProps) {
  const draft = usePostDraft(draftKey, initial, basis);
  if (draft.known) return <Fields {...form} basis={basis} draft={draft} />;
  return (
    <div aria-busy="true">
      <PostSkeleton />
    </div>
  );
}

type FieldsProps = Omit<PostFormProps, 'draftKey' | 'initial'> & { readonly draft: PostDraft };

function Fields({ draft, basis, standing, refused, own, personOf, text, onSubmit, onSaved }: FieldsProps) {
  const write = useWrite();
  const { value } = draft;
  const { network, failed } = useReach();
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const busy = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const people = useRef<HTMLDivElement>(null);
  const [prompt] = useState(() => nextPrompt(pageClock.now()));
  // The invite sheet is loaded once, when it is first needed. It is rendered outside the form because it contains a form itself.
  const [inviting, setInviting] = useState<boolean>();
  const countId = useId();
  usePublishAudience(value);
  const specific = isChosen(value);
  const nameOf = (id: string) => firstName(personOf(id).name);
  const nobody = specific && value.specific_user_ids.length === 0;
  const { key: draftKey, change: changeDraft, hold } = draft;
  const chosen = useChosenPhotos(value.photos, {
    key: draftKey,
    hold,
    change: (by) => {
      changeDraft(({ photos }) => ({ photos: [...by(photos)] }));
      return true;
    },
    choosing: (choosing) => changeDraft({ choosing }),
  });
  const others = useOthersOnceSettled(draft.others, chosen);
  const dropping = useDroppedImages(chosen.add);
  const ready = canPost(value) && chosen.working === 0 && !nobody && !(standing && post.sameText(value, standing)) && !saving;
  const wider = standing ? widening(standing, value, network) : null;
  // Another tab or device changed the post first. Its change must not be overwritten without a warning.
  const changedElsewhere = standing !== undefined && draft.begun && draft.basis !== basis && !post.sameText(value, standing);

  useEffect(() => focusEnd(field.current), []);

  const save = async () => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    const saved = await write(
      (store) => onSubmit(store, value, draft.rowId),
      text.failed,
      (code) => notify.error(postRefusal(code)),
    );
    if (saved) {
      // The form is empty from now on; that its draft is gone from the disk need not be waited for.
      void draft.discard();
      await onSaved();
    }
    busy.current = false;
    setSaving(false);
  };
  const submit = () => {
    if (!ready) return;
    if (wider) setAsking(true);
    else void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  // Chosen people belong to the specific audience only. Returning to it starts with nobody.
  const chooseAudience = (audience: VisibilityType) => draft.change(audienceFor(audience));

  /** How each field of the text is written. */
  const inputs: Record<keyof PostText, ReactNode> = {
    content: (
      <textarea
        ref={field}
        className={styles.field}
        value={value.content}
        placeholder={prompt}
        aria-label={postText.share}
        aria-describedby={countId}
        aria-invalid={isPostTooLong(value.content) || undefined}
        aria-required={value.photos.length === 0}
        dir="auto"
        onChange={(event) => draft.change({ content: event.target.value })}
      />
    ),
    photos: <PhotoStrip chosen={chosen} onGone={() => field.current?.focus()} />,
    visibility_type: <AudienceChoice value={value} network={network} personOf={personOf} people={people} onChange={chooseAudience} />,
    specific_user_ids: specific && (
      <PeoplePicker
        ref={people}
        chosen={value.specific_user_ids}
        network={network}
        personOf={personOf}
        onChange={(specific_user_ids) => draft.change({ specific_user_ids: [...specific_user_ids] })}
        onInvite={() => setInviting(true)}
      />
    ),
  };

  const form = (
    <form
      className={`stack gap-4 ${styles.form}`}
      data-dropping={dropping || undefined}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={onKeyDown}
    >
      {refused && <Note kind="danger">{refused}</Note>}
      {changedElsewhere && <Note kind="warning">{postText.changedSince}</Note>}
      <div className={styles.write}>
        <div className={`stack gap-2 ${styles.side}`}>
          <Avatar userId={own.id} name={own.name} imageUrl={own.imageUrl} />
          <PhotoAdder chosen={chosen} className={styles.adder} />
        </div>
        <div className="rest">
          {inputs.content}
          {inputs.photos}
          <p
            id={countId}
            className={isNearPostLimit(value.content) ? `meta ${styles.count}` : 'visually-hidden'}
            data-over={isPostTooLong(value.content) || undefined}
          >
            {isPostTooLong(value.content) && postText.atMost(POST_CONTENT_MAX)}
            {postCounterText(value.content)}
          </p>
        </div>
      </div>
      <OtherDrafts others={others} onActed={() => field.current?.focus()} />
      {draft.restored && (
        <DraftRestored
          onDiscard={() => {
            void draft.discard();
            chosen.letGo();
          }}
        />
      )}
      {failed && <Note kind="danger">{friendText.networkFailed}</Note>}
      {inputs.specific_user_ids}
      <Dock>
        {inputs.visibility_type}
        <Button variant="primary" type="submit" className={styles.submit} disabled={!ready && !saving} busy={saving}>
          {saving ? (
            text.busy
          ) : (
            <>
              {text.submit}
              {!nobody && <span className={styles.to}> · {audienceTitle(value, network, nameOf)[0]}</span>}
            </>
          )}
        </Button>
      </Dock>
      {standing && (
        <WideningDialog
          open={asking}
          onOpenChange={setAsking}
          from={standing}
          to={value}
          wider={wider}
          personOf={personOf}
          onConfirm={() => {
            setAsking(false);
            void save();
          }}
        />
      )}
    </form>
  );
  return (
    <>
      {form}
      <Suspense fallback={null}>{inviting !== undefined && <InviteSheet open={inviting} onOpenChange={setInviting} />}</Suspense>
    </>
  );
}
