import { UserRoundPlus } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { Standing } from '../../../schemas/friends/standing.ts';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AnswerButtons } from './invitations/answer-buttons.tsx';
import { useCancelInvitation } from './invitations/use-cancel-invitation.ts';
import { type InvitedPerson, useInviteMember } from './invitations/use-invite-member.ts';
import { useRespond } from './invitations/use-respond.ts';
import type { PersonStanding } from './use-standings.ts';

/** The word beside a name; null if there is only an action to offer. */
export const standingText: Record<Standing, string | null> = {
  you: friendText.you,
  friends: friendText.already,
  invited: friendText.invitedBefore,
  'invited-you': friendText.invitedYou,
  open: null,
};

/** The actions for a person's relation to the signed-in member: invite them, take the invitation back, or answer theirs. */
export function StandingActions({
  person,
  at,
  wide,
}: {
  readonly person: InvitedPerson;
  readonly at: PersonStanding;
  /** over the full width, for a view that names the person above */
  readonly wide?: boolean | undefined;
}) {
  const invite = useInviteMember();
  const cancel = useCancelInvitation();
  const respond = useRespond();
  const [busy, setBusy] = useState(false);
  const { standing, invitation } = at;

  if (standing === 'invited-you' && invitation?.status === 'pending') {
    const buttons = <AnswerButtons invitation={invitation} name={person.name} onAnswer={(answer) => void respond(invitation.id, answer)} />;
    return wide ? <div className="columns gap-3">{buttons}</div> : buttons;
  }
  if (standing !== 'open' && standing !== 'invited') return null;

  const asked = standing === 'invited';
  const press = async (event: MouseEvent) => {
    // The second click of a double click was meant for the button before it changed.
    if (event.detail > 1) return;
    setBusy(true);
    if (!asked) await invite(person);
    else if (invitation) await cancel(invitation.id);
    setBusy(false);
  };
  // One button with changing words, so that it keeps the focus after a press.
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
