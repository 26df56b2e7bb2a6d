import { useSession } from '../../data/session/session.ts';
import { welcomeText } from '../../text/welcome.ts';
import { ButtonLink } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { createLate } from '../../ui/states/late.ts';
import styles from './welcome.module.css';

const useLate = createLate();

/** Shown while the local database opens. */
export function Welcome() {
  const { user } = useSession();
  const style = useLate();
  return (
    <main className={`late ${styles.welcome}`} style={style} aria-busy="true">
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
