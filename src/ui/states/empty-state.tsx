import { Drawing, type DrawingName } from '../art/drawing.tsx';
import { EmptyLayout, type EmptyLayoutProps } from './empty-layout.tsx';

export interface EmptyStateProps extends Omit<EmptyLayoutProps, 'drawing'> {
  readonly art: DrawingName;
}

/** Nothing here (yet): a drawing, a sentence, one thing to do. */
export const EmptyState = ({ art, ...props }: EmptyStateProps) => <EmptyLayout drawing={<Drawing name={art} />} {...props} />;
