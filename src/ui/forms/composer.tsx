import { CornerDownLeft } from 'lucide-react';
import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react';
import { commonText } from '../../text/common.ts';
import { keepPress } from '../behaviour/keep-press.ts';
import { classes } from '../classes.ts';
import styles from './composer.module.css';
import { IconButton } from './icon-button.tsx';

const growsByItself = CSS.supports('field-sizing', 'content');

export interface ComposerProps extends Pick<ComponentProps<'textarea'>, 'placeholder' | 'maxLength' | 'onKeyDown'> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  /** the button at the end of the field */
  readonly submit: { readonly label: string; readonly icon: ReactNode; readonly disabled: boolean };
  /** shown beside the field, at its beginning */
  readonly before?: ReactNode;
  /** whether files are being dragged over the page, which this field takes */
  readonly dropping?: boolean | undefined;
  /** shown above the field, within the composer */
  readonly above?: ReactNode;
  /** Enter sends, so on a touch screen a button begins a new line; this is its label. */
  readonly newLine?: string | undefined;
  /** how much is left, or by how much the text is too long */
  readonly count?: string | undefined;
  /** shows `count` to screen readers only */
  readonly countQuiet?: boolean | undefined;
  readonly over?: boolean | undefined;
  /** discards the draft that the field was filled with; undefined if there is none */
  readonly onDiscard?: (() => void) | undefined;
  /** it can only be looked at */
  readonly inert?: boolean | undefined;
  readonly className?: string | undefined;
  readonly style?: ComponentProps<'form'>['style'];
}

/** A field that grows with its text up to a few lines, the button that sends it, and a line about it below. */
export function Composer(props: ComposerProps) {
  const {
    field,
    label,
    text,
    onText,
    onSubmit,
    submit,
    before,
    dropping,
    above,
    newLine,
    count,
    countQuiet,
    over,
    onDiscard,
    inert,
    className,
    style,
    ...attributes
  } = props;
  const countId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows its text
  useLayoutEffect(() => {
    const element = field.current;
    if (growsByItself || !element) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [text]);

  const beginLine = () => {
    const element = field.current;
    if (!element) return;
    const { selectionStart, selectionEnd, value } = element;
    const { maxLength } = attributes;
    if (maxLength !== undefined && value.length - (selectionEnd - selectionStart) >= maxLength) return;
    element.setRangeText('\n', selectionStart, selectionEnd, 'end');
    onText(element.value);
  };

  return (
    <form
      className={classes(styles.composer, className)}
      data-composer
      data-dropping={dropping || undefined}
      inert={inert}
      style={style}
      // Below a list that grows, all of it moves.
      onPointerDown={keepPress}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {above}
      <div className={styles.row}>
        {before}
        <textarea
          {...attributes}
          ref={field}
          className={styles.field}
          rows={1}
          readOnly={inert}
          value={text}
          aria-label={label}
          aria-describedby={count ? countId : undefined}
          aria-invalid={over || undefined}
          dir="auto"
          onChange={(event) => onText(event.target.value)}
        />
        {newLine && text && (
          <IconButton
            label={newLine}
            icon={<CornerDownLeft />}
            className={styles.newLine}
            // The field keeps the focus, and so the on-screen keyboard stays.
            onPointerDown={(event) => event.preventDefault()}
            onClick={beginLine}
          />
        )}
        <IconButton label={submit.label} type="submit" icon={submit.icon} variant="accent" disabled={submit.disabled} />
      </div>
      {(count || onDiscard) && (
        <p id={countId} className={countQuiet && !onDiscard ? 'visually-hidden' : `meta ${styles.count}`} data-over={over || undefined}>
          {countQuiet ? <span className="visually-hidden">{count}</span> : count}
          {onDiscard && (
            <>
              {count && !countQuiet && ' · '}
              {commonText.draftRestored}{' '}
              <button type="button" className={styles.discard} onClick={onDiscard}>
                {commonText.discard}
              </button>
            </>
          )}
        </p>
      )}
    </form>
  );
}
