import { Button } from '../../ui/button.tsx';

/** Accept or decline an invitation; said with its sender's name to those who do not see it beside the buttons. */
export function AnswerButtons({ name, onAnswer }: { readonly name: string; readonly onAnswer: (answer: 'accepted' | 'declined') => void }) {
  return (
    <>
      <Button size="small" variant="primary" aria-label={`Accept the invitation of ${name}`} onClick={() => onAnswer('accepted')}>
        Accept
      </Button>
      <Button size="small" variant="soft" aria-label={`Decline the invitation of ${name}`} onClick={() => onAnswer('declined')}>
        Decline
      </Button>
    </>
  );
}
