import type { KeyboardEvent } from 'react';

/** The keys of a field that is edited in place: Escape cancels, Enter with Ctrl or Cmd saves. */
export function editKeys({ save, cancel }: { readonly save: () => void; readonly cancel: () => void }): (event: KeyboardEvent) => void {
  return (event) => {
    // In some scripts Escape also cancels the composition of a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') cancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
}
