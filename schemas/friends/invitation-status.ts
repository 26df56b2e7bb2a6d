export const invitationStatuses = ['pending', 'accepted', 'declined'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** What the receiver of an invitation decides. */
export interface InvitationAnswer {
  readonly id: string;
  readonly status: Exclude<InvitationStatus, 'pending'>;
}
