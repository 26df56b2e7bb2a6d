import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post.ts';
import type { Verdict } from '../../../schemas/protocol/refusal.ts';
import { useDraft } from '../../data/drafts.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/toast.ts';
import type { Person } from '../profiles/own-person.ts';
import { audiences, widens } from './audience.ts';
import { AudienceChoice } from './audience-choice.tsx';
import styles from './post-form.module.css';
import { canPost, isPostTooLong, postCounterText } from './post-length.ts';
import type { PostText } from './write-post.ts';

/** The words of one kind of form. */
interface FormText {
  readonly submit: string;
  readonly busy: string;
  readonly failed: string;
}

export interface PostFormProps {
  readonly draftKey: string;
  /** what the form begins with where there is no draft */
  readonly initial: PostText;
  /** what stands now, where a post is edited: its audience is not widened without asking */
  readonly standing?: PostText | undefined;
  /** why this text came back from the server */
  readonly refused?: string | undefined;
  readonly own: Person & { readonly id: string };
  readonly friends: number | undefined;
  readonly text: FormText;
  readonly onSubmit: (text: PostText) => Promise<Verdict>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const same = (a: PostText, b: PostText) => a.content.trim() === b.content.trim() && a.visibility_type === b.visibility_type;

/** Text and audience of a post. Both are kept as a draft of this very form until they are sent or discarded. */
export function PostForm({ draftKey, initial, standing, refused, own, friends, text, onSubmit, onSaved, onCancel }: PostFormProps) {
  const draft = useDraft<PostText>(draftKey);
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const busy = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const value = draft.value ?? initial;
  const ready = canPost(value.content) && !(standing && same(value, standing)) && !saving;
  const audience = audiences[value.visibility_type].label;

  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const save = async () => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    try {
      const verdict = await onSubmit(value);
      if (!verdict.allowed) {
        notify.error(refusalText[verdict.code]);
        return;
      }
      await draft.discard();
      onSaved();
    } catch {
      notify.error(text.failed);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  const submit = () => {
    if (!ready) return;
    if (standing && widens(standing.visibility_type, value.visibility_type)) setAsking(true);
    else void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={onKeyDown}
    >
      {refused && <Note kind="danger">{refused}</Note>}
      <div className={styles.write}>
        <Avatar userId={own.id} name={own.name} imageUrl={own.imageUrl} />
        <div className={styles.words}>
          <textarea
            ref={field}
            className={styles.field}
            value={value.content}
            placeholder="What would you like to share?"
            aria-label="What would you like to share?"
            aria-describedby={countId}
            aria-invalid={isPostTooLong(value.content) || undefined}
            dir="auto"
            onChange={(event) => draft.save({ ...value, content: event.target.value })}
          />
          <p id={countId} className={styles.count} data-over={isPostTooLong(value.content) || undefined}>
            {isPostTooLong(value.content) && `At most ${POST_CONTENT_MAX} characters · `}
            {postCounterText(value.content)}
          </p>
        </div>
      </div>
      {draft.restored && (
        <p className={styles.restored} role="status">
          Draft restored –{' '}
          <button type="button" className={styles.discard} onClick={() => void draft.discard()}>
            Discard
          </button>
        </p>
      )}
      <AudienceChoice
        value={value.visibility_type}
        friends={friends}
        onChange={(visibility_type) => draft.save({ ...value, visibility_type })}
      />
      <div className={styles.dock}>
        <Button variant="soft" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={!ready && !saving} busy={saving}>
          {saving ? text.busy : `${text.submit} · ${audience}`}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Show it to more people?"
        text={`So far: ${standing ? audiences[standing.visibility_type].label : ''}. From now on: ${audience}, with all its comments.`}
        confirmLabel={`Share with ${audience}`}
        onConfirm={() => {
          setAsking(false);
          void save();
        }}
      />
    </form>
  );
}
