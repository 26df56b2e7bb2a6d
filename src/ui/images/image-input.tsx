import type { RefObject } from 'react';
import { imageTypes } from '../../../schemas/images/image.ts';
import { photoText } from '../../text/images.ts';

/** A hidden input: `click()` on it opens the browser's picker. Only what the server accepts can be chosen: an iPhone then sends a JPG. */
export function ImageInput({ ref, onFile }: { readonly ref: RefObject<HTMLInputElement | null>; readonly onFile: (file: File) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={imageTypes.join(',')}
      aria-label={photoText.choose}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        // Choosing the same file again must fire a change event.
        target.value = '';
      }}
    />
  );
}
