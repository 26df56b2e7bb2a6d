import { useSession } from '../data/session.ts';
import { welcomeText } from '../text/profiles.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './welcome.module.css';

/** Shown while the local database opens. */
export function Welcome() {
  const { user } = useSession();
  return (
    <main className={styles.welcome} aria-busy="true">
      <EmptyState
        art="table"
        as="h1"
        title={user?.name ? welcomeText.hello(user.name) : welcomeText.title}
        text={welcomeText.text}
        action={
          <>
            <ButtonLink to="/posts" variant="primary">
              {welcomeText.viewPosts}
            </ButtonLink>
            <ButtonLink to="/posts/create">{welcomeText.createPost}</ButtonLink>
          </>
        }
      />
    </main>
  );
}
