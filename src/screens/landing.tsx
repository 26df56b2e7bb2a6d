// The page for visitors.
import { CloudOff, EyeOff, ShieldCheck, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ReachBanner } from '../shell/connection/reach-banner.tsx';
import { landingText } from '../text/landing.ts';
import { Brand } from '../ui/art/brand.tsx';
import { Portrait } from '../ui/art/portrait.tsx';
import { useMedia, useWidth } from '../ui/behaviour/use-media.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { CirclePicture } from '../ui/people/circle.tsx';
import styles from './landing.module.css';

/** Unknown to the build, which draws this page too. */
const host = globalThis.location?.host;

const people = [
  { id: 'ana', tint: 2, face: <Portrait name="ana" /> },
  { id: 'jonas', tint: 4, face: 'JW' },
  { id: 'priya', tint: 5, face: <Portrait name="priya" /> },
  { id: 'idris', tint: 3, face: <Portrait name="idris" /> },
  { id: 'ruth', tint: 7, face: <Portrait name="ruth" /> },
  { id: 'leila', tint: 6, face: <Portrait name="leila" /> },
  { id: 'mikkel', tint: 6, face: 'MS' },
  { id: 'hanna', tint: 1, face: <Portrait name="hanna" /> },
];

const features = [
  {
    Icon: UsersRound,
    title: landingText.seatsTitle,
    text: landingText.seats,
  },
  {
    Icon: EyeOff,
    title: landingText.audienceTitle,
    text: landingText.audience,
  },
  {
    Icon: ShieldCheck,
    title: landingText.safeTitle,
    text: landingText.safe,
  },
  { Icon: CloudOff, title: landingText.offlineTitle, text: landingText.offline },
];

/**
 * The feed as members see it, in the size and theme of the visitor's screen. Without a network it is left out. A `<picture>` would show a
 * broken image where the theme changes without a network: it reports no error then.
 */
function AppPicture() {
  const size = useWidth() === 'desktop' ? 'wide' : 'narrow';
  const theme = useMedia('(prefers-color-scheme: dark)') ? '-dark' : '';
  const file = `/install/feed-${size}${theme}.webp`;
  const [missing, setMissing] = useState<string>();
  if (missing === file) return null;
  return (
    <div className={styles.app}>
      <img src={file} alt={landingText.picture} loading="lazy" onError={() => setMissing(file)} />
    </div>
  );
}

export default function LandingScreen() {
  return (
    <div className={styles.landing}>
      <header className={`row ${styles.bar}`}>
        <Link to="/">
          <Brand />
        </Link>
      </header>
      <ReachBanner />
      <main>
        <section className={`stack gap-6 ${styles.hero}`}>
          <div className={styles.art}>
            <CirclePicture people={people} label={landingText.table} />
          </div>
          <div className={`stack gap-4 ${styles.words}`}>
            <h1 tabIndex={-1}>{landingText.title}</h1>
            <p>{landingText.text}</p>
            <div className={styles.actions}>
              <ButtonLink to="/auth?mode=signup" variant="primary">
                {landingText.join}
              </ButtonLink>
              <ButtonLink to="/auth">{landingText.login}</ButtonLink>
            </div>
          </div>
        </section>
        <AppPicture />
        <section className={`stack ${styles.features}`} aria-label={landingText.whatYouGet}>
          {features.map(({ Icon, title, text }) => (
            <div key={title} className={styles.feature}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          ))}
        </section>
      </main>
      <footer className={`small ${styles.foot}`}>
        <p>
          {host && (
            <>
              <b>{host}</b> {'– '}
            </>
          )}
          {landingText.where}
        </p>
      </footer>
    </div>
  );
}
