import { RefreshCw } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classes } from '../classes.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-fill' | 'danger-quiet';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | undefined;
  /** an element such as `<Pencil />` */
  readonly icon?: ReactNode;
  /** takes the whole width */
  readonly wide?: boolean | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Something is under way: the button keeps its place and the focus, and does nothing. The caller changes the words. */
  readonly busy?: boolean | undefined;
}

const look = ({ variant = 'secondary', size, wide }: ButtonLook, className?: string): string =>
  classes(styles.button, styles[variant], size && styles[size], wide && styles.wide, className);

export function Button({ variant, size, icon, wide, busy, className, onClick, children, type = 'button', ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A second press while it is sent must not send twice, and a disabled button would lose the focus.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button {...rest} type={type} aria-busy={busy || undefined} className={look({ variant, size, wide }, className)} onClick={press}>
      {busy ? <RefreshCw className={styles.turning} /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, wide, className, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={look({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  );
}
