// Talking to one person alone is not built yet.
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './chat.module.css';

export default function ChatScreen() {
  return (
    <div className={styles.chat}>
      <EmptyState
        art="lantern"
        title="Chat is coming soon"
        text="A word with one person alone will have its place here. Until then, your groups are open."
        action={<ButtonLink to="/groups">Go to Groups</ButtonLink>}
      />
    </div>
  );
}
