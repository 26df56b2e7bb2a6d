import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { widening } from '../../../schemas/posts/audience.ts';
import { POST_CONTENT_MAX, type VisibilityType } from '../../../schemas/posts/post.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { pageClock } from '../../data/page-clock.ts';
import { friendText } from '../../text/friends.ts';
import { postRefusal, postText } from '../../text/posts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dock } from '../../ui/dock.tsx';
import { DraftRestored } from '../../ui/draft-restored.tsx';
import { Note } from '../../ui/note.tsx';
import { PostSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.ts';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import type { Person } from '../people/own-person.ts';
import type { PersonOf } from '../people/use-people.ts';
import { AudienceChoice } from './audience-choice.tsx';
import { audiences } from './audience-look.ts';
import { PeoplePicker } from './people-picker.tsx';
import styles from './post-form.module.css';
import { canPost, isNearPostLimit, isPostTooLong, postCounterText } from './post-length.ts';
import { nextPrompt } from './prompts.ts';
import { type PostDraft, usePostDraft } from './use-post-draft.ts';
import { useReach } from './use-reach.ts';
import { WideningDialog } from './widening-dialog.tsx';
import { type PostText, samePost } from './write-post.ts';
import { usePublishAudience } from './written-audience.ts';

const loadInvite = async () => ({ default: (await import('../friends/invite-sheet.tsx')).InviteSheet });
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
  const specific = value.visibility_type === 'specific';
  const nobody = specific && value.specific_user_ids.length === 0;
  const ready = canPost(value.content) && !nobody && !(standing && samePost(value, standing)) && !saving;
  const wider = standing ? widening(standing, value, network) : null;
  // Another tab or device changed the post first. Its change must not be overwritten without a warning.
  const changedElsewhere = standing !== undefined && draft.begun && draft.basis !== basis && !samePost(value, standing);

  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

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
      await draft.discard();
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
  const chooseAudience = (visibility_type: VisibilityType) => draft.change({ visibility_type, specific_user_ids: [] });

  const form = (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={onKeyDown}
    >
      {refused && <Note kind="danger">{refused}</Note>}
      {changedElsewhere && <Note kind="warning">{postText.changedMeanwhile}</Note>}
      <div className={styles.write}>
        <Avatar userId={own.id} name={own.name} imageUrl={own.imageUrl} />
        <div className={styles.words}>
          <textarea
            ref={field}
            className={styles.field}
            value={value.content}
            placeholder={prompt}
            aria-label={postText.share}
            aria-describedby={countId}
            aria-invalid={isPostTooLong(value.content) || undefined}
            aria-required
            dir="auto"
            onChange={(event) => draft.change({ content: event.target.value })}
          />
          <p
            id={countId}
            className={isNearPostLimit(value.content) ? styles.count : 'visually-hidden'}
            data-over={isPostTooLong(value.content) || undefined}
          >
            {isPostTooLong(value.content) && postText.atMost(POST_CONTENT_MAX)}
            {postCounterText(value.content)}
          </p>
        </div>
      </div>
      <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
      {draft.restored && <DraftRestored onDiscard={() => void draft.discard()} />}
      {failed && <Note kind="danger">{friendText.networkFailed}</Note>}
      {specific && (
        <PeoplePicker
          ref={people}
          chosen={value.specific_user_ids}
          network={network}
          personOf={personOf}
          onChange={(specific_user_ids) => draft.change({ specific_user_ids: [...specific_user_ids] })}
          onInvite={() => setInviting(true)}
        />
      )}
      <Dock>
        <AudienceChoice value={value} network={network} personOf={personOf} people={people} onChange={chooseAudience} />
        <Button variant="primary" type="submit" disabled={!ready && !saving} busy={saving}>
          {saving ? text.busy : `${text.submit} · ${audiences[value.visibility_type].label}`}
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
