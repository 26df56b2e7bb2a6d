// How messages look, where they appear, and how long. They do not disappear while the member reads them: with the pointer over them, the
// focus among them, or the page hidden.
import { CircleAlert, CircleCheck, Info, Sparkles, TriangleAlert, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { listenVisibility } from '../behaviour/listen-visibility.ts';
import { classes } from '../classes.ts';
import { Button } from '../forms/button.tsx';
import { IconButton } from '../forms/icon-button.tsx';
import styles from './toast.module.css';
import { forgetSpoken, notify, type Toast, useSpoken, useToasts } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info, news: Sparkles } as const;
const AUTO_CLOSE_MS = 5000;

/** Closes a message when its time is over; the time does not run while `paused`. */
function useAutoClose({ id, stays }: Toast, paused: boolean): void {
  const remainingMs = useRef(AUTO_CLOSE_MS);
  useEffect(() => {
    if (stays || paused) return;
    const since = performance.now();
    const timer = setTimeout(() => notify.dismiss(id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - since;
    };
  }, [id, stays, paused]);
}

function ToastCard({ toast, paused, onClose }: { readonly toast: Toast; readonly paused: boolean; readonly onClose: () => void }) {
  const { kind, text, action } = toast;
  const Icon = icons[kind];
  useAutoClose(toast, paused);
  const act = () => {
    onClose();
    action?.onPress();
  };
  return (
    <li className={classes(styles.toast, styles[kind])} data-toast={kind}>
      <Icon />
      <span className={`rest ${styles.words}`} role={kind === 'error' ? 'alert' : undefined}>
        {text}
      </span>
      {action && (
        <Button variant="quiet" size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label={commonText.close} icon={<X />} onClick={onClose} />
    </li>
  );
}

/** What was done, in words, if the screen shows it by itself. */
function Spoken() {
  const said = useSpoken();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => forgetSpoken(said), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p className="visually-hidden" role="status" data-said>
      {said && <span key={said.id}>{said.text}</span>}
    </p>
  );
}

/** Whether the page is hidden: a message that nobody sees does not time out. */
function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => listenVisibility(() => setHidden(document.hidden)), []);
  return hidden;
}

/**
 * Passes the height of the messages, with the space around them, to what must not be covered: `--messages`, and `--messages-stay` if one of
 * them stays until it is closed (layout.module.css, sheet.module.css). Neither is inherited: that would cost a new style of every element.
 */
function useMessagesHeight(stay: boolean) {
  const list = useRef<HTMLOListElement>(null);
  const [space] = useState(() => new CSSStyleSheet());
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let shown = '';
    const set = (height: string) => {
      if (height === shown) return;
      shown = height;
      space.replaceSync(
        height && `[data-makes-space], [data-sheet] { --messages: ${height}; ${stay ? `--messages-stay: ${height}` : ''} }`,
      );
    };
    const measure = () => {
      const first = element.firstElementChild?.getBoundingClientRect();
      const last = element.lastElementChild?.getBoundingClientRect();
      const height = first && last && Math.ceil(Math.min(last.bottom - first.top, element.clientHeight));
      set(height ? `calc(${height}px + var(--space-2))` : '');
    };
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, space];
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      set('');
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== space);
    };
  }, [stay, space]);
  return list;
}

/**
 * Where the messages appear; mounted once, beside the application. Alt+T leads there from anywhere, Escape closes the one with the focus.
 */
export function Toasts() {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  /** where the focus was before it came here */
  const origin = useRef<HTMLElement | null>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useHidden();
  const list = useMessagesHeight(toasts.some(({ stays }) => stays));

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyT') region.current?.querySelector('button')?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // The browser sends no event when an element disappears from under the pointer or the focus.
  const empty = toasts.length === 0;
  useEffect(() => {
    if (!empty) return;
    setPointed(false);
    setFocused(false);
  }, [empty]);

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget)) origin.current = relatedTarget;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => setFocused(region.current?.contains(relatedTarget) ?? false);
  const close = ({ id }: Toast) => {
    const cards = [...(region.current?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = cards[at + 1] ?? cards[at - 1];
    notify.dismiss(id);
    // The focus goes to the message beside it, or back to where it came from.
    if (at >= 0) (next?.querySelector<HTMLElement>('button:last-of-type') ?? origin.current)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    const at = [...(region.current?.querySelectorAll('[data-toast]') ?? [])].findIndex((card) => card.contains(document.activeElement));
    const toast = toasts[at];
    if (!toast) return;
    event.preventDefault();
    event.stopPropagation();
    close(toast);
  };
  return (
    <>
      <Spoken />
      <section
        ref={region}
        className={styles.toasts}
        aria-label={commonText.messages}
        aria-live="polite"
        aria-relevant="additions text"
        aria-keyshortcuts="Alt+T"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        <ol ref={list} className={styles.list}>
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} paused={pointed || focused || hidden} onClose={() => close(toast)} />
          ))}
        </ol>
      </section>
    </>
  );
}
