import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classes } from '../classes.ts';
import styles from './icon-button.module.css';

interface IconButtonLook {
  /** what a screen reader says */
  readonly label: string;
  /** an element such as `<X />` */
  readonly icon: ReactNode;
  readonly variant?: 'plain' | 'soft' | 'accent' | 'danger' | undefined;
  /** `large`: a 24 px icon; `small`: 36 px round. The target is 44 px always. */
  readonly size?: 'small' | 'large' | undefined;
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, IconButtonLook {}

const look = (variant: IconButtonLook['variant'] = 'plain', size: IconButtonLook['size'], className?: string): string =>
  classes(styles.button, styles[variant], size && styles[size], className);

export function IconButton({ label, icon, variant, size, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} data-icon-button="" className={look(variant, size, className)}>
      {icon}
      {children}
    </button>
  );
}

export function IconLink({ label, icon, variant, size, className, children, ...rest }: LinkProps & IconButtonLook) {
  return (
    <Link {...rest} aria-label={label} data-icon-button="" className={look(variant, size, className)}>
      {icon}
      {children}
    </Link>
  );
}
