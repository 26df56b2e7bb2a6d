import { useRef, useState } from 'react';
import type { SheetControl } from './sheet.tsx';

/** The sheets of a screen, of which one is open at a time: `at` is open at first. On closing, the focus returns to what opened it. */
export function useSheets<Name extends string>(at: Name | null = null) {
  const [opened, setOpened] = useState(at);
  const opener = useRef<HTMLElement>(null);
  const open = (name: Name) => () => {
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setOpened(name);
  };
  const sheetOf = (name: Name): SheetControl => ({
    open: opened === name,
    onOpenChange: (isOpen) => setOpened(isOpen ? name : null),
    returnTo: opener,
  });
  return { open, sheetOf };
}
