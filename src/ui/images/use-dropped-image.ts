import { useEffect, useState } from 'react';

const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])];
const carriesFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/**
 * Takes a file that is dropped anywhere on the page or pasted, while this component is mounted. Returns whether a file is being dragged
 * over the page. Without this a dropped file would replace the page.
 */
export function useDroppedImage(onFile: (file: File) => void): boolean {
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
      const [file] = filesOf(data);
      setOver(false);
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
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
  }, [onFile]);
  return over;
}
