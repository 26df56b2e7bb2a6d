import type { ContactMessage } from '../../../schemas/contact/contact.ts';
import type { Answer } from '../../data/request.ts';
import { memberRequest } from '../account/member-request.ts';

/** Sends a message to whoever runs the server. It is one mail however often it takes, also when it is asked again with the same `id`. */
export const sendContact = ({ subject, message }: ContactMessage, id: string): Promise<Answer<unknown>> =>
  memberRequest('POST', '/api/misc/contact', { subject, message }, id);
