/** What is typed into; the values of the others are known without anybody's work. */
const TYPED = 'textarea, input:not([type=radio], [type=checkbox], [type=button], [type=submit], [type=reset], [type=hidden])';

/**
 * Whether somebody is in the middle of something on this page: a text stands in a field, a field has the focus, a sheet or a question is
 * open. A reload would take it away, or bring it back looking otherwise, which nobody asked for.
 */
export function hasOpenForm(): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]') || document.activeElement?.matches(TYPED)) return true;
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(({ value }) => value !== '');
}
