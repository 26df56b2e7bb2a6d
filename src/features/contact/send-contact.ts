import type { ContactMessage } from '../../../schemas/contact/contact.ts';
import type { Answer } from '../../data/session/request.ts';
import { memberRequest } from '../account/member-request.ts';

/** Sends a message to the operator of the server. A repeated request with the same `id` sends no second mail. */
export const sendContact = ({ subject, message }: ContactMessage, id: string): Promise<Answer<unknown>> =>
  memberRequest('POST', '/api/misc/contact', { subject, message }, id);
