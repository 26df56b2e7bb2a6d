import { useEffect, useState } from 'react';

const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])];
const carriesFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped anywhere on the page or pasted, while this component is mounted. Returns whether files are being dragged
 * over the page. Without this a dropped file would replace the page.
 */
export function useDroppedImages(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFile(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Left the window, not only moved from one part of the page to the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
      const files = filesOf(data);
      setOver(false);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => {
      // A text that was copied from a document brings a picture of itself along.
      if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData);
    };
    addEventListener('dragover', hold);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, [onFiles]);
  return over;
}
