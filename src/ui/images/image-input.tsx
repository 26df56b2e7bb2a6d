import { type RefObject, useEffect } from 'react';
import { imageTypes } from '../../../schemas/images/image.ts';
import { photoText } from '../../text/images.ts';

export interface ImageInputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** The picker was closed without a choice. */
  readonly onCancel?: (() => void) | undefined;
}

/** A hidden input: `click()` on it opens the browser's picker. Only what the server accepts can be chosen: an iPhone then sends a JPG. */
export function ImageInput({ ref, multiple, onFiles, onCancel }: ImageInputProps) {
  // React listens to this event on dialogs alone.
  useEffect(() => {
    const input = ref.current;
    if (!input || !onCancel) return undefined;
    input.addEventListener('cancel', onCancel);
    return () => input.removeEventListener('cancel', onCancel);
  }, [ref, onCancel]);
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={imageTypes.join(',')}
      aria-label={photoText.choose}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        if (files.length > 0) onFiles(files);
        // Choosing the same file again must fire a change event.
        target.value = '';
      }}
    />
  );
}
