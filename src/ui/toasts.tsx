// What a message looks like, and where messages appear.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toaster } from 'sonner';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';

export type ToastKind = 'success' | 'error' | 'info';
const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;

export interface ToastCardProps {
  readonly kind: ToastKind;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly onClose: () => void;
}

export function ToastCard({ kind, text, action, onClose }: ToastCardProps) {
  const Icon = icons[kind];
  const act = () => {
    onClose();
    action?.onPress();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is no interaction, it keeps one from happening
    <div
      className={classes(styles.toast, styles[kind])}
      role={kind === 'error' ? 'alert' : undefined}
      // The list around it would send the focus back to where it came from as soon as it leaves: with a message that stays, Tab
      // would never get past it.
      onBlur={(event) => event.stopPropagation()}
    >
      <Icon />
      <span className={styles.words}>{text}</span>
      {action && (
        <Button variant="quiet" size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label="Close" icon={<X />} onClick={onClose} />
    </div>
  );
}

/** Where the messages appear; once, beside the application. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-center"
      visibleToasts={5}
      expand
      gap={8}
      offset={{ bottom: '1.5rem' }}
      mobileOffset={{ bottom: 'calc(var(--bar-bottom) + var(--safe-bottom) + 0.75rem)', left: '1rem', right: '1rem' }}
      containerAriaLabel="Messages"
    />
  );
}
