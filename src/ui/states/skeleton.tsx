import { classes } from '../classes.ts';
import { createLate } from './late.ts';
import styles from './skeleton.module.css';

const usePostLate = createLate();

export interface BoneProps {
  readonly width?: string | number | undefined;
  readonly height?: string | number | undefined;
  readonly round?: boolean | undefined;
  /** with the corners of a card */
  readonly card?: boolean | undefined;
}

/** A quiet bar where content will appear. */
export function Bone({ width, height, round, card }: BoneProps) {
  return (
    <span className={classes(styles.bone, round && styles.round, card && styles.card)} style={{ inlineSize: width, blockSize: height }} />
  );
}

/** A placeholder with the final height of a post card, shown after 150 ms. Put it where `aria-busy` says what is loading. */
export function PostSkeleton() {
  return (
    <div className="late" style={usePostLate()} aria-hidden="true">
      <div className={`stack gap-3 card ${styles.post}`}>
        <div className="row gap-3">
          <Bone width="2.5rem" height="2.5rem" round />
          <div className={`stack gap-2 ${styles.names}`}>
            <Bone width="40%" />
            <Bone width="60%" height="0.625rem" />
          </div>
        </div>
        <div className={`stack gap-2 ${styles.lines}`}>
          <Bone width="96%" />
          <Bone width="88%" />
          <Bone width="54%" />
        </div>
        <div className={`row ${styles.foot}`}>
          <Bone width="5rem" height="2rem" />
          <Bone width="6rem" />
        </div>
      </div>
    </div>
  );
}

/** More than fits on most screens: a list of posts whose first cards are not known yet. */
export const FeedSkeleton = () => (
  <>
    <PostSkeleton />
    <PostSkeleton />
    <PostSkeleton />
  </>
);

/** A placeholder for a person or a thing: a picture and some lines, for a row of a list or its own card. */
export function RowSkeleton({
  picture = '2.5rem',
  square,
  lines,
}: {
  readonly picture?: string;
  readonly square?: boolean;
  readonly lines: readonly string[];
}) {
  return (
    <span className={styles.row}>
      <Bone width={picture} height={picture} round={!square} card={square} />
      <span className={styles.rowLines}>
        {lines.map((width, index) => (
          <Bone key={width} width={width} height={['1rem', undefined, '0.625rem'][index]} />
        ))}
      </span>
    </span>
  );
}
