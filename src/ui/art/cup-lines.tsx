import styles from './drawing.module.css';

/** The broken cup. Apart from the other drawings, because an error shows it, and every visitor loads what shows errors. */
export const cupLines = (
  <>
    <ellipse className={styles.fill} stroke="none" cx="124" cy="112" rx="84" ry="30"/>
    <path className={styles.paper} d="M78 58h70v34c0 20-14 34-35 34s-35-14-35-34z"/>
    <path d="M148 66h8a14 14 0 0 1 0 30h-9"/>
    <path className={styles.hot} d="M112 58l-8 16 12 8-9 14 6 8"/>
    <path d="M60 130h116"/>
    <path d="M166 112l9-7M172 120l12-3"/>
  </>
);
