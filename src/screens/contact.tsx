// A word to whoever runs this server.
import { ContactForm } from '../features/contact/contact-form.tsx';

export default function ContactScreen() {
  return <ContactForm />;
}
