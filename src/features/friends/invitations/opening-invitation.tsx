import { invitationText } from '../../../text/invitations.ts';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { WholePage } from '../../../ui/states/whole-page.tsx';

/** In place of the question, while its code or the invitation is still being loaded. */
export const OpeningInvitation = () => (
  <WholePage kind="question" busy>
    <span className="visually-hidden" role="status">
      {invitationText.opening}
    </span>
    <Spinner />
  </WholePage>
);
