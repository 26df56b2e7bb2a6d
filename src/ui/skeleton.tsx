import { classes } from './classes.ts';
import styles from './skeleton.module.css';

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
    <div className={styles.wait} aria-hidden="true">
      <div className={styles.post}>
        <div className={styles.head}>
          <Bone width="2.5rem" height="2.5rem" round />
          <div className={styles.names}>
            <Bone width="40%" />
            <Bone width="60%" height="0.625rem" />
          </div>
        </div>
        <div className={styles.lines}>
          <Bone width="96%" />
          <Bone width="88%" />
          <Bone width="54%" />
        </div>
        <div className={styles.foot}>
          <Bone width="5rem" height="2rem" />
          <Bone width="6rem" />
        </div>
      </div>
    </div>
  );
}

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
