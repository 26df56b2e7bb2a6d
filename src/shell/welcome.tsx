import { useSession } from '../data/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './welcome.module.css';

/** While the local database opens. */
export function Welcome() {
  const { user } = useSession();
  return (
    <main className={styles.welcome} aria-busy="true">
      <EmptyState
        art="table"
        as="h1"
        title={user?.name ? `Welcome, ${user.name}` : 'Welcome'}
        text="Laying the table..."
        action={
          <>
            <ButtonLink to="/posts" variant="primary">
              View Posts
            </ButtonLink>
            <ButtonLink to="/posts/create">Create Post</ButtonLink>
          </>
        }
      />
    </main>
  );
}
