import type { RefObject } from 'react';
import { LoadedContent, type LoadedContentProps } from './loaded-content.tsx';
import { Sheet } from './sheet.tsx';

interface LoadingSheetProps<Content> extends LoadedContentProps<Content> {
  readonly title: string;
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** An open sheet whose content is loaded first. Render it while it is open. */
export function LoadingSheet<Content>({ title, onClose, returnTo, ...content }: LoadingSheetProps<Content>) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={title} returnTo={returnTo}>
      <LoadedContent {...content} />
    </Sheet>
  );
}
