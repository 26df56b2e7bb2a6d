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

/** The next time the picker offers the skin tone that was chosen last. */
function RememberTone() {
  const [tone] = useSkinTone();
  useEffect(() => {
    try {
      if (tone === 'none') localStorage.removeItem(TONE_KEY);
      else localStorage.setItem(TONE_KEY, tone);
    } catch {
      // A browser that keeps nothing asks again.
    }
  }, [tone]);
  return null;
}

/** The picker counts from 0; to assistive technology the first is 1. */
function fromOne<P extends { readonly 'aria-rowindex'?: number | undefined; readonly 'aria-colindex'?: number | undefined }>(props: P): P {
  const raised = (name: 'aria-rowindex' | 'aria-colindex') => (props[name] === undefined ? {} : { [name]: props[name] + 1 });
  return { ...props, ...raised('aria-rowindex'), ...raised('aria-colindex') };
}

/** The emoji that the keys or the pointer stand on. */
const Chosen = createContext<string | undefined>(undefined);

/**
 * Says which emoji is chosen, from above the list. Each emoji of the picker listens for that by itself, and only some time after it was
 * drawn: one that is walked to in between would not know.
 */
function ChosenEmoji({ children }: { readonly children: ReactNode }) {
  return <Chosen value={useActiveEmoji()?.emoji}>{children}</Chosen>;
}

const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={styles.category}>
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

/** How many targets fit beside each other, with the letters as large as the reader wants them. */
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

/** For how many frames a held key waits at most: at the end of the list there is no next emoji to wait for. */
const MOST_FRAMES = 30;

/**
 * Lets a key that is held down move on only once its last step is drawn. The picker finds the row to bring into view in the document: on
 * a slow device the keys would be ahead of it, and the emoji that is chosen far below what can be seen.
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

/** Every emoji there is: found by its English name, walked through with the arrow keys, in the skin tone of one's choice. */
export default function FullPicker({ data, onPick }: { readonly data: EmojiData; readonly onPick: (emoji: string) => void }): ReactNode {
  const { frame, columns } = useColumns();
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = useDrawnSteps();
  const ready = columns > 0;
  useEffect(() => {
    // Typing and arrow keys begin in the search. Where the keyboard is on the screen it would cover half of what there is to choose.
    if (ready && window.matchMedia('(pointer: fine)').matches) search.current?.focus();
  }, [ready]);
  return (
    <div ref={frame} onKeyDownCapture={onKeyDown}>
      {ready && (
        <EmojiPicker.Root
          className={styles.picker}
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
