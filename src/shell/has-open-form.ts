/** The fields that members type into. The other inputs have values without any typing. */
const TYPED = 'textarea, input:not([type=radio], [type=checkbox], [type=button], [type=submit], [type=reset], [type=hidden])';

/**
 * Whether the member is in the middle of something on this page: a field contains text, a field has the focus, or a sheet or dialog is
 * open. A reload would lose that or change how it looks, which nobody asked for.
 */
export function hasOpenForm(): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]') || document.activeElement?.matches(TYPED)) return true;
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(({ value }) => value !== '');
}
