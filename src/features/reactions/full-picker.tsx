import { type EmojiData, EmojiPicker, type EmojiPickerListComponents, type SkinTone, useActiveEmoji, useSkinTone } from 'frimousse';
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { reactionText } from '../../text/reactions.ts';
import styles from './full-picker.module.css';

const TONE_KEY = 'emojiSkinTone';
function rememberedTone(): SkinTone {
  try {
    return (localStorage.getItem(TONE_KEY) as SkinTone | null) ?? 'none';
  } catch {
    return 'none';
  }
}

/** Remembers the chosen skin tone for the next time. */
function RememberTone() {
  const [tone] = useSkinTone();
  useEffect(() => {
    try {
      if (tone === 'none') localStorage.removeItem(TONE_KEY);
      else localStorage.setItem(TONE_KEY, tone);
    } catch {
      // A browser without storage starts with no skin tone each time.
    }
  }, [tone]);
  return null;
}

/** The picker counts from 0; ARIA indices start at 1. */
function fromOne<P extends { readonly 'aria-rowindex'?: number | undefined; readonly 'aria-colindex'?: number | undefined }>(props: P): P {
  const raised = (name: 'aria-rowindex' | 'aria-colindex') => (props[name] === undefined ? {} : { [name]: props[name] + 1 });
  return { ...props, ...raised('aria-rowindex'), ...raised('aria-colindex') };
}

/** The active emoji, selected by keys or pointer. */
const Chosen = createContext<string | undefined>(undefined);

/**
 * Provides the active emoji from above the list. The picker's own emoji subscribe to it one by one, and only some time after they are
 * drawn. One that becomes active in between would not know.
 */
function ChosenEmoji({ children }: { readonly children: ReactNode }) {
  return <Chosen value={useActiveEmoji()?.emoji}>{children}</Chosen>;
}

const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={`small ${styles.category}`}>
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => (
    <div {...fromOne(props)} className={styles.row}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => {
    const chosen = useContext(Chosen) === emoji.emoji || undefined;
    const marks = { 'aria-selected': chosen, 'data-active': chosen };
    return (
      <button {...fromOne(props)} {...marks} type="button" className={styles.emoji} title={emoji.label}>
        {emoji.emoji}
      </button>
    );
  },
};

/** The count of columns that fit at the reader's font size. */
function useColumns() {
  const frame = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const target = 2.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setColumns(Math.max(3, Math.floor(element.clientWidth / target)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, columns };
}

/** The most frames that a held key waits. At the end of the list there is no next emoji to wait for. */
const MOST_FRAMES = 30;

/**
 * Makes a held arrow key wait until its last step is drawn. The picker looks up the row to scroll to in the document. On a slow device the
 * keys would run ahead, and the active emoji would be far below the visible part.
 */
function useDrawnSteps() {
  const drawing = useRef(false);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!event.key.startsWith('Arrow')) return;
    if (event.repeat && drawing.current) {
      event.preventDefault();
      return;
    }
    const list = event.currentTarget;
    const chosen = () => list.querySelector('[data-active]')?.getAttribute('aria-label');
    const before = chosen();
    const look = (frames: number) => {
      const now = chosen();
      drawing.current = frames > 0 && (now === undefined || now === before);
      if (drawing.current) requestAnimationFrame(() => look(frames - 1));
    };
    drawing.current = true;
    requestAnimationFrame(() => look(MOST_FRAMES));
  };
}

/** All emoji: searched by English name, navigated with the arrow keys, in the chosen skin tone. */
export default function FullPicker({ data, onPick }: { readonly data: EmojiData; readonly onPick: (emoji: string) => void }): ReactNode {
  const { frame, columns } = useColumns();
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = useDrawnSteps();
  const ready = columns > 0;
  useEffect(() => {
    // Typing and arrow keys start in the search field. An on-screen keyboard would cover half of the emoji, so touch devices do not focus
    // it.
    if (ready && window.matchMedia('(pointer: fine)').matches) search.current?.focus();
  }, [ready]);
  return (
    <div ref={frame} onKeyDownCapture={onKeyDown}>
      {ready && (
        <EmojiPicker.Root
          className="stack gap-2"
          style={{ '--columns': columns } as CSSProperties}
          columns={columns}
          skinTone={rememberedTone()}
          resolveEmojiData={() => data}
          onEmojiSelect={({ emoji }) => onPick(emoji)}
        >
          <RememberTone />
          <div className={styles.head}>
            <EmojiPicker.Search ref={search} className={styles.search} placeholder={reactionText.search} aria-label={reactionText.search} />
            <EmojiPicker.SkinToneSelector className={styles.tone} title={reactionText.skinTone} />
          </div>
          <EmojiPicker.Viewport className={styles.viewport} tabIndex={0}>
            <EmojiPicker.Empty>
              {({ search }) => (
                <p className={styles.empty} role="status">
                  {reactionText.noneFound}
                  {search}”
                </p>
              )}
            </EmojiPicker.Empty>
            <ChosenEmoji>
              <EmojiPicker.List className={styles.list} aria-label={reactionText.emoji} components={components} />
            </ChosenEmoji>
          </EmojiPicker.Viewport>
        </EmojiPicker.Root>
      )}
    </div>
  );
}
