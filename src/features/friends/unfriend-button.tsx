import { UserRoundMinus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { friendText } from '../../text/friends.ts';
import { Button } from '../../ui/button.tsx';
import { useUnfriend } from './use-unfriend.tsx';

/** Ends the friendship after a question, then opens the list of friends. */
export function UnfriendButton({
  friendId,
  name,
  onLeaving,
}: {
  readonly friendId: string;
  readonly name: string;
  /** true just before the friendship ends, and the page with it; false if it stays after all */
  readonly onLeaving: (leaving: boolean) => void;
}) {
  const navigate = useNavigate();
  const onDone = () => void navigate('/friends', { replace: true });
  const { ask, question } = useUnfriend({ friendId, name, onLeaving, onDone });
  return (
    <>
      <Button variant="danger-quiet" icon={<UserRoundMinus />} onClick={ask}>
        {friendText.unfriend}
      </Button>
      {question}
    </>
  );
}
