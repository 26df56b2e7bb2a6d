// Talking to one person alone is not built yet.
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export default function ChatScreen() {
  return (
    <EmptyState
      page
      art="lantern"
      title="Chat is coming soon"
      text="A word with one person alone will have its place here. Until then, your groups are open."
      action={<ButtonLink to="/groups">Go to Groups</ButtonLink>}
    />
  );
}
