// What an icon does, in words, for those who see no label: after a moment under the pointer, and at once for those who navigate by
// keyboard. One tooltip for the whole page, so that a list of a hundred buttons costs no more than one. A screen reader has the label
// itself.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltips.module.css';

const POINTED_MS = 500;
const SHOWN_MS = 2500;
const GAP = 6;
const EDGE = 8;

const iconButtonAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-icon-button]') : null;

/**
 * The button whose tooltip is shown. It ends when the button is left or pressed, a key is pressed, something scrolls, or the time is up.
 */
function useNamedButton(): HTMLElement | undefined {
  const [named, setNamed] = useState<HTMLElement>();
  useEffect(() => {
    let at: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Also called with each frame of a scroll, when there is almost never anything to hide.
    const hide = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      setNamed(undefined);
    };
    const show = (button: HTMLElement) => {
      setNamed(button);
      timer = setTimeout(hide, SHOWN_MS);
    };
    const onOver = ({ target, pointerType }: PointerEvent) => {
      const button = iconButtonAt(target);
      if (button === at) return;
      at = button;
      hide();
      // A finger presses and does not point.
      if (button && pointerType !== 'touch') timer = setTimeout(() => show(button), POINTED_MS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const button = iconButtonAt(target);
      hide();
      if (button?.matches(':focus-visible') && document.documentElement.dataset.travel === 'keys') show(button);
    };
    const onKey = ({ key }: KeyboardEvent) => key !== 'Shift' && hide();
    const listeners = [
      ['pointerover', onOver],
      ['pointerdown', hide],
      ['focusin', onFocus],
      ['focusout', hide],
      ['keydown', onKey],
      ['scroll', hide],
    ] as const;
    for (const [type, listener] of listeners) document.addEventListener(type, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener, true);
    };
  }, []);
  return named;
}

function Tooltip({ button }: { readonly button: HTMLElement }) {
  const words = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = words.current;
    if (!element) return;
    const beside = button.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(Math.max(EDGE, beside.left + beside.width / 2 - width / 2), document.documentElement.clientWidth - width - EDGE);
    const below = beside.bottom + GAP;
    const fits = below + height + EDGE <= window.innerHeight;
    element.style.left = `${left}px`;
    element.style.top = `${fits ? below : beside.top - GAP - height}px`;
  }, [button]);
  return (
    <span ref={words} className={styles.tooltip} aria-hidden="true" data-tooltip>
      {button.getAttribute('aria-label')}
    </span>
  );
}

export default function Tooltips() {
  const button = useNamedButton();
  return button?.isConnected ? createPortal(<Tooltip key={button.getAttribute('aria-label')} button={button} />, document.body) : null;
}
