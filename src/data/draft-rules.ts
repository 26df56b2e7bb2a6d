/**
 * What happens to a draft that several tabs edit. A form shows one stored draft, its document, and remembers which revision of it the form
 * has seen. A form that the member has not typed in shows what is stored, including what another tab has just written. A form that they
 * have typed in never changes by itself, and never replaces a revision that it has not seen. Its text then gets a document of its own, and
 * both texts appear in the form and in the list of drafts.
 */
import { v7 as uuid } from 'uuid';
import { containsText, draftText } from './draft-text.ts';

/** A stored draft. */
export interface StoredDraft {
  /** the key of its form; followed by an id if this text is stored apart from another text of that form */
  readonly document: string;
  readonly value: unknown;
  /** changes with each write, from any tab */
  readonly revision: string;
  /** the id of the row that the text becomes when it is sent; earlier versions stored none */
  readonly rowId?: string | undefined;
}

/** The draft of one form, in one tab. */
export interface FormDraft<T = unknown> {
  readonly key: string;
  /** the stored draft that it shows and writes to */
  readonly document: string;
  /** the revision that the form shows, or that was typed over; null if there was none, undefined until the store has answered */
  readonly seen: string | null | undefined;
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether the member typed here, and has neither sent nor discarded the text since */
  readonly touched: boolean;
  /** whether the text was sent or discarded here: the member may be about to write the next one, so the form stays empty */
  readonly keptEmpty: boolean;
  /** whether the text was found in the store, not typed since the form opened */
  readonly restored: boolean;
  /** the id of the row that the text becomes when it is sent: sent twice, after a crash or from two tabs, it is one row */
  readonly rowId: string;
  /** texts of the same form that it does not show */
  readonly others: readonly StoredDraft[];
}

export type DraftEvent<T = unknown> =
  | { readonly type: 'typed'; readonly value: T }
  /** sent, or discarded */
  | { readonly type: 'emptied' }
  /** its page is hidden: the member is not about to write in it */
  | { readonly type: 'left' }
  /** the store has deleted the draft, or has a newer one, which stays */
  | { readonly type: 'erased' }
  | ({ readonly type: 'saved' } & Pick<FormDraft, 'document' | 'seen'>)
  /** another text takes its place in the form */
  | { readonly type: 'taken'; readonly draft: StoredDraft }
  /** all stored drafts of this form */
  | { readonly type: 'heard'; readonly stored: readonly StoredDraft[] };

/** Drafts are local documents. Their ids are this prefix followed by the key of their form. */
export const DRAFT_PREFIX = 'draft-';
const APART = '~';
/** The document for a text of this form that must not replace another text. */
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
  keptEmpty: false,
  restored: false,
  rowId: uuid(),
  others: [],
});

/**
 * Where the text of a form goes, given what its document has stored. `here`: the text was typed on top of that, or nothing is stored.
 * `nowhere`: what another tab wrote contains it all. `apart`: otherwise one of the two would be lost.
 */
export function placeOf(stored: StoredDraft | undefined, form: Pick<FormDraft, 'seen' | 'value'>): 'here' | 'nowhere' | 'apart' {
  if (!stored || stored.revision === form.seen) return 'here';
  return containsText(stored.value, form.value) ? 'nowhere' : 'apart';
}

/** Whether the text of a form was stored, and another tab has since written over it without including all of it. */
export function isOverwritten(form: FormDraft, stored: readonly StoredDraft[]): boolean {
  const own = stored.find(({ document }) => document === form.document);
  return form.touched && typeof form.seen === 'string' && placeOf(own, form) === 'apart';
}

/** The form after this event. */
export function nextDraft<T>(form: FormDraft<T>, event: DraftEvent<T>): FormDraft<T> {
  switch (event.type) {
    case 'typed':
      return { ...form, value: event.value, touched: true, keptEmpty: false };
    case 'emptied':
      return { ...form, value: null, touched: false, keptEmpty: true, restored: false, rowId: uuid() };
    case 'left':
      return form.keptEmpty ? { ...form, keptEmpty: false } : form;
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

/** An untouched form that shows this draft. */
const shown = <T>(form: FormDraft<T>, draft: StoredDraft): FormDraft<T> => ({
  ...form,
  document: draft.document,
  seen: draft.revision,
  value: draft.value as T,
  touched: false,
  keptEmpty: false,
  rowId: draft.rowId ?? uuid(),
});

function heard<T>(form: FormDraft<T>, stored: readonly StoredDraft[]): FormDraft<T> {
  const own = stored.find(({ document }) => document === form.document);
  return withOthers(form.touched ? touchedHears(form, own) : untouchedHears(form, own, stored), stored);
}

// The draft was sent or discarded in another tab, where the member saw it. The text in this form stays as long as the form does.
const touchedHears = <T>(form: FormDraft<T>, own: StoredDraft | undefined): FormDraft<T> => (own ? form : { ...form, seen: null });

function untouchedHears<T>(form: FormDraft<T>, own: StoredDraft | undefined, stored: readonly StoredDraft[]): FormDraft<T> {
  if (form.keptEmpty) return form;
  if (!own && form.document !== form.key) {
    const main = stored.find(({ document }) => document === form.key);
    return untouchedHears({ ...form, document: form.key, seen: undefined }, main, stored);
  }
  if (!own) return form.seen === null ? form : { ...form, seen: null, value: null, restored: false, rowId: uuid() };
  // The form has discarded this draft, but the store could not delete it: it does not come back by itself.
  if (own.revision === form.seen) return form;
  return { ...shown(form, own), restored: true };
}

function withOthers<T>(form: FormDraft<T>, stored: readonly StoredDraft[]): FormDraft<T> {
  const isShown = ({ document, revision }: StoredDraft) =>
    document === form.document && (revision === form.seen || !(form.touched || form.keptEmpty));
  return { ...form, others: stored.filter((draft) => !isShown(draft) && draftText(draft.value) !== '') };
}
