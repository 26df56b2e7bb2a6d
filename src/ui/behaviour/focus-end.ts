/** Focuses a text field, with the caret after its text. */
export function focusEnd(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
