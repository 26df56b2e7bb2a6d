import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** The light margin around the code, without which cameras do not find it. */
const BORDER = 2;

/** A QR code with this text, dark on light in both themes; `label` says what it is to those who cannot see it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <div className={styles.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}
