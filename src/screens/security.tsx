// How members keep their accounts, and each other, safe.
import { Link } from 'react-router-dom';
import { PASSWORD_MIN } from '../../schemas/account/account.ts';
import { Prose } from '../ui/prose.tsx';

export default function SecurityScreen() {
  return (
    <Prose>
      <p>A small network is as safe as the habits of the people in it. These few make the difference.</p>
      <h2>Your password</h2>
      <ul>
        <li>
          At least {PASSWORD_MIN} characters with letters and numbers, and used nowhere else. A password manager finds and remembers one.
        </li>
        <li>
          Better than any password is a passkey: the lock of your device, which nobody can guess or be talked out of. Add one, or one-time
          codes, in <Link to="/settings">Settings</Link>.
        </li>
        <li>Nobody needs it but you. Whoever runs this server will never ask for it.</li>
        <li>
          If somebody may know it, sign out and choose ‘Forgot password?’ on the sign-in page. A new password signs your other devices out.
        </li>
      </ul>
      <h2>Your devices</h2>
      <ul>
        <li>Lock the screen. Whoever holds your unlocked phone can read what you can, also without a network.</li>
        <li>
          On a device that others use, <Link to="/settings">sign out</Link> when you are done: it erases everything Kith keeps there.
        </li>
        <li>A device is signed out after sixty days without use, and a year after signing in.</li>
        <li>Keep browser and system up to date.</li>
      </ul>
      <h2>Whom you let in</h2>
      <ul>
        <li>Accept an invitation only if you know who sent it. If in doubt, ask them some other way.</li>
        <li>Your friends’ friends can read posts for friends of friends. Each post says who it is for before you send it.</li>
        <li>For something delicate choose specific people. Anything that can be read can also be photographed.</li>
        <li>Blocking is silent and works both ways: the two of you no longer see each other’s posts, comments and messages.</li>
      </ul>
      <h2>Mails from Kith</h2>
      <p>
        Links in mails lead to the address that you know from your browser. Look at it before you type a password. Opening a link does
        nothing by itself; a page asks you first.
      </p>
      <p>
        A mail tells you when your password or your address was changed, when somebody signed in with your password on a device that was not
        known, and when the sign-in of one of your devices was used in two places: it is ended in both then. If it was not you, choose a new
        password at once.
      </p>
      <h2>How your data is protected</h2>
      <ul>
        <li>Passwords are stored in a form that cannot be turned back, and sessions can be ended at once.</li>
        <li>Every single row is checked against who may read it, at the moment of reading.</li>
        <li>
          Messages are not encrypted from end to end: whoever runs the server could read them. The <Link to="/privacy">Privacy Policy</Link>{' '}
          says who sees what.
        </li>
      </ul>
      <h2>When something is wrong</h2>
      <p>
        Tell whoever runs this server with the <Link to="/contact">contact form</Link>: a strange sign-in, somebody who makes you feel
        unsafe, a hole that you found. <strong>Data export</strong> and <strong>account deletion</strong> are in{' '}
        <Link to="/settings">Settings</Link>.
      </p>
    </Prose>
  );
}
