import { encode } from 'uqr';
import { codeText } from '../../text/sign-in-ways-text.ts';
import styles from './sign-in-ways.module.css';

/** Light around the figure, without which cameras do not find it. */
const BORDER = 2;

/** This text for a camera, dark on light in both themes. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <div className={styles.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={codeText.qr} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}
