// A message to the operator of this server.
import { ContactForm } from '../features/contact/contact-form.tsx';

export default function ContactScreen() {
  return <ContactForm />;
}
