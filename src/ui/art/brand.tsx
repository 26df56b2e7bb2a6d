// The table with eight seats, and the name.
import { pageTitle } from '../../text/pages.ts';
import styles from './brand.module.css';

/** The mark alone: a table and its seats. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="52 52 408 408" fill="currentColor" aria-hidden="true">
      <circle cx="256" cy="256" r="96"/><circle cx="256.0" cy="96.0" r="43"/><circle cx="369.1" cy="142.9" r="43"/><circle cx="416.0" cy="256.0" r="43"/><circle cx="369.1" cy="369.1" r="43"/><circle cx="256.0" cy="416.0" r="43"/><circle cx="142.9" cy="369.1" r="43"/><circle cx="96.0" cy="256.0" r="43"/><circle cx="142.9" cy="142.9" r="43"/>
    </svg>
  );
}

/** Mark and name, read as "Kith". */
export function Brand() {
  return (
    <span className={styles.brand}>
      <Mark />
      <svg className={styles.word} viewBox="0 0 182 88" role="img" aria-label={pageTitle.app}>
        <path fill="currentColor" d="M19.70 80L8.30 80L8.30 10L19.70 10L19.70 39.50L47.60 10L62.50 10L32.70 41.50L63.70 80L49.40 80L25.10 49.60L19.70 55.40M81.40 80L70.30 80L70.30 30L81.40 30M113.50 81.20Q105.60 81.20 101.45 77.25Q97.30 73.30 97.30 65.90L97.30 39.60L89 39.60L89 30L97.30 30L97.30 14.40L108.40 14.40L108.40 30L121.90 30L121.90 39.60L108.40 39.60L108.40 63.80Q108.40 67.30 110.05 69.10Q111.70 70.90 114.90 70.90Q115.90 70.90 117.10 70.50Q118.30 70.10 119.80 69L123.90 77.50Q121.30 79.30 118.70 80.25Q116.10 81.20 113.50 81.20M143.20 80L132 80L132 10L143.20 10L143.20 36.80Q145.70 32.90 149.50 30.85Q153.30 28.80 158.10 28.80Q164 28.80 168.30 31.20Q172.60 33.60 174.85 38.65Q177.10 43.70 177.10 51.80L177.10 80L165.90 80L165.90 54.40Q165.90 48.40 164.50 45.15Q163.10 41.90 160.65 40.60Q158.20 39.30 155 39.30Q149.30 39.20 146.25 43Q143.20 46.80 143.20 53.90"/><circle cx="75.9" cy="15.4" r="8.2" className={styles.dot}/>
      </svg>
    </span>
  );
}
