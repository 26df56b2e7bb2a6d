/**
 * What happens to a draft that several tabs write at. A form shows one stored draft, its document, and knows the revision of it that it
 * has seen. One that nobody has typed in shows what is stored, also what another tab has just written. In one that somebody has typed in
 * nothing changes by itself, and it never takes the place of what it has not seen: its text then gets a document of its own beside
 * the other, and both are found in the form and among the drafts.
 */
import { draftText, holdsText } from './draft-text.ts';

/** A draft as the store has it. */
export interface StoredDraft {
  /** the key of its form; with an id behind it where its text is kept apart from another one of that form */
  readonly document: string;
  readonly value: unknown;
  /** changes with each write, whichever tab it comes from */
  readonly revision: string;
}

/** The draft of one form, in one tab. */
export interface FormDraft<T = unknown> {
  readonly key: string;
  /** the stored draft that it shows and writes to */
  readonly document: string;
  /** the revision of that which it shows, or was typed on top of; null where there was none, undefined until the store has answered */
  readonly seen: string | null | undefined;
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether it was typed here, and neither sent nor discarded since */
  readonly touched: boolean;
  /** whether it was sent or discarded here, and its member may be about to write the next: nothing is put under their hands */
  readonly heldEmpty: boolean;
  /** whether it was found, not typed since the form opened */
  readonly restored: boolean;
  /** texts of the same form that it does not show */
  readonly others: readonly StoredDraft[];
}

export type DraftEvent<T = unknown> =
  | { readonly type: 'typed'; readonly value: T }
  /** sent, or discarded */
  | { readonly type: 'emptied' }
  /** its page is hidden: nobody is about to write in it */
  | { readonly type: 'left' }
  /** the store has let go of it, or has something newer, which stays */
  | { readonly type: 'erased' }
  | ({ readonly type: 'saved' } & Pick<FormDraft, 'document' | 'seen'>)
  /** another text takes its place in the form */
  | { readonly type: 'taken'; readonly draft: StoredDraft }
  /** all that the store has for this form */
  | { readonly type: 'heard'; readonly stored: readonly StoredDraft[] };

/** Drafts are local documents: their names begin so, and go on with the key of their form. */
export const DRAFT_PREFIX = 'draft-';
const APART = '~';
/** Where a text of this form is kept that must not take the place of another. */
export const documentApart = (key: string, id: string): string => `${key}${APART}${id}`;
/** The form that a stored draft belongs to. */
export const keyOf = (document: string): string => document.split(APART, 1)[0] ?? document;

/** A form that has just opened. */
export const openedForm = <T>(key: string): FormDraft<T> => ({
  key,
  document: key,
  seen: undefined,
  value: undefined,
  touched: false,
  heldEmpty: false,
  restored: false,
  others: [],
});

/**
 * Where the text of a form goes, with this stored in its document: `here`, if it was typed on top of that or there is nothing; `nowhere`,
 * if what another tab wrote has it all; `apart`, if one of the two would be lost.
 */
export function placeOf(stored: StoredDraft | undefined, form: Pick<FormDraft, 'seen' | 'value'>): 'here' | 'nowhere' | 'apart' {
  if (!stored || stored.revision === form.seen) return 'here';
  return holdsText(stored.value, form.value) ? 'nowhere' : 'apart';
}

/** Whether the text of a form was stored, and another tab has written over it meanwhile without having all of it. */
export function isOverwritten(form: FormDraft, stored: readonly StoredDraft[]): boolean {
  const own = stored.find(({ document }) => document === form.document);
  return form.touched && typeof form.seen === 'string' && placeOf(own, form) === 'apart';
}

/** What a form is after this. */
export function nextDraft<T>(form: FormDraft<T>, event: DraftEvent<T>): FormDraft<T> {
  switch (event.type) {
    case 'typed':
      return { ...form, value: event.value, touched: true, heldEmpty: false };
    case 'emptied':
      return { ...form, value: null, touched: false, heldEmpty: true, restored: false };
    case 'left':
      return form.heldEmpty ? { ...form, heldEmpty: false } : form;
    case 'erased':
      return { ...form, document: form.key, seen: null };
    case 'saved':
      return { ...form, document: event.document, seen: event.seen };
    case 'taken':
      return { ...shown(form, event.draft), restored: true };
    case 'heard':
      return heard(form, event.stored);
  }
}

/** An untouched form that shows this. */
const shown = <T>(form: FormDraft<T>, draft: StoredDraft): FormDraft<T> => ({
  ...form,
  document: draft.document,
  seen: draft.revision,
  value: draft.value as T,
  touched: false,
  heldEmpty: false,
});

function heard<T>(form: FormDraft<T>, stored: readonly StoredDraft[]): FormDraft<T> {
  const own = stored.find(({ document }) => document === form.document);
  return withOthers(form.touched ? touchedHears(form, own) : untouchedHears(form, own, stored), stored);
}

// Sent or discarded elsewhere, by somebody who saw it: its text stays as long as the form does.
const touchedHears = <T>(form: FormDraft<T>, own: StoredDraft | undefined): FormDraft<T> => (own ? form : { ...form, seen: null });

function untouchedHears<T>(form: FormDraft<T>, own: StoredDraft | undefined, stored: readonly StoredDraft[]): FormDraft<T> {
  if (form.heldEmpty) return form;
  if (!own && form.document !== form.key) {
    const main = stored.find(({ document }) => document === form.key);
    return untouchedHears({ ...form, document: form.key, seen: undefined }, main, stored);
  }
  if (!own) return form.seen === null ? form : { ...form, seen: null, value: null, restored: false };
  // What it has let go of, and the store could not: it does not come back by itself.
  if (own.revision === form.seen) return form;
  return { ...shown(form, own), restored: true };
}

function withOthers<T>(form: FormDraft<T>, stored: readonly StoredDraft[]): FormDraft<T> {
  const isShown = ({ document, revision }: StoredDraft) =>
    document === form.document && (revision === form.seen || !(form.touched || form.heldEmpty));
  return { ...form, others: stored.filter((draft) => !isShown(draft) && draftText(draft.value) !== '') };
}
