import { UserRoundPlus } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { Standing } from '../../../schemas/friends/standing.ts';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './standing-actions.module.css';
import { useCancelInvitation } from './use-cancel-invitation.ts';
import { type InvitedPerson, useInviteMember } from './use-invite-member.ts';
import { useRespond } from './use-respond.ts';
import type { PersonStanding } from './use-standings.ts';

/** The word that stands beside a name; none where there is only something to offer. */
export const standingText: Record<Standing, string | null> = {
  you: friendText.you,
  friends: friendText.already,
  invited: friendText.invitedBefore,
  'invited-you': friendText.invitedYou,
  open: null,
};

/** What can be done about how somebody stands to oneself: ask them, take that back, answer them. */
export function StandingActions({
  person,
  at,
  wide,
}: {
  readonly person: InvitedPerson;
  readonly at: PersonStanding;
  /** over the whole width, where the person is named above */
  readonly wide?: boolean | undefined;
}) {
  const invite = useInviteMember();
  const cancel = useCancelInvitation();
  const respond = useRespond();
  const [busy, setBusy] = useState(false);
  const { standing, invitation } = at;

  if (standing === 'invited-you' && invitation?.status === 'pending') {
    const buttons = <AnswerButtons name={person.name} onAnswer={(answer) => respond(invitation.id, answer)} />;
    return wide ? <div className={styles.answers}>{buttons}</div> : buttons;
  }
  if (standing !== 'open' && standing !== 'invited') return null;

  const asked = standing === 'invited';
  const press = async (event: MouseEvent) => {
    // The second of a double click was meant for what stood there before.
    if (event.detail > 1) return;
    setBusy(true);
    if (!asked) await invite(person);
    else if (invitation) await cancel(invitation.id);
    setBusy(false);
  };
  // One button that changes its words: whoever pressed it keeps the focus.
  return (
    <Button
      variant={asked ? 'soft' : 'secondary'}
      size={wide ? undefined : 'small'}
      wide={wide}
      busy={busy}
      icon={asked ? undefined : <UserRoundPlus />}
      aria-label={asked ? friendText.cancelTo(person.name) : friendText.addWho(person.name)}
      onClick={(event) => void press(event)}
    >
      {asked ? commonText.cancel : friendText.add}
    </Button>
  );
}
