// Talking to one person alone is not built yet.
import { messageText } from '../text/messages.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

export default function ChatScreen() {
  return (
    <EmptyState
      page
      art="lantern"
      title={messageText.soonTitle}
      text={messageText.soonText}
      action={<ButtonLink to="/groups">{messageText.toGroups}</ButtonLink>}
    />
  );
}
