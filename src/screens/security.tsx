// How members keep their accounts, and each other, safe.
import { Link } from 'react-router-dom';
import { PASSWORD_MIN } from '../../schemas/account/account-limits.ts';
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
          Better than a password is a passkey, which the lock of your device protects. Nobody can guess it, and it does not work on a page
          that only looks like this one. Add one, or one-time codes, in <Link to="/settings">Settings</Link>.
        </li>
        <li>Nobody needs it but you, not even the people who run this server. If somebody asks for it, do not tell them.</li>
        <li>
          If somebody may know it, change it in <Link to="/settings">Settings</Link>, or choose ‘Forgot password?’ on the sign-in page. A
          new password signs your other devices out.
        </li>
      </ul>
      <h2>Your devices</h2>
      <ul>
        <li>Lock the screen. Anybody who holds your unlocked phone can read what you can, also without a network.</li>
        <li>
          On a device that others use, <Link to="/settings">sign out</Link> when you are done: it erases the copy of what you read and
          wrote. What stays says nothing of you: the app itself, the look you chose, which hints were put away.
        </li>
        <li>A device is signed out after sixty days without use, and a year after signing in.</li>
        <li>Keep browser and system up to date.</li>
      </ul>
      <h2>Whom you let in</h2>
      <ul>
        <li>Accept an invitation only if you know who sent it. If in doubt, ask them some other way.</li>
        <li>
          Your friends’ friends can read posts for friends of friends, and public ones too. Each post says who it is for before you share
          it.
        </li>
        <li>What you comment can be read by everybody who can read the post, also by people you do not know.</li>
        <li>For something delicate choose specific people. Anything that can be read can also be photographed.</li>
        <li>
          You can block somebody on their page or in their profile. Nobody is notified. It ends a friendship, and the two of you see no
          posts and no profile of each other. What they write in a common group or under the posts of common friends is hidden from you;
          what you write there they still see.
        </li>
      </ul>
      <h2>Mails from Kith</h2>
      <p>
        Links in mails lead to the address that you know from your browser. Look at it before you type a password. Opening a link does
        nothing by itself; a page asks you first.
      </p>
      <p>
        A mail tells you when your password or your address was changed, when a passkey was added or removed, when one-time codes were
        turned on or off, when recovery codes were made or one was used, and when another site was first used to sign in to your account. It
        also tells you when somebody signed in with your password on a device that was not known, when a wrong code was entered for your
        account, when a wrong password was entered ten times on a device that is signed in, which signs it out, and when the sign-in of one
        of your devices was used in two places: it is ended in both then. If it was not you, choose a new password at once.
      </p>
      <h2>How your data is protected</h2>
      <ul>
        <li>
          Passwords are stored in a form that cannot be turned back. In <Link to="/settings">Settings</Link> you see your devices and can
          sign each of them out.
        </li>
        <li>Every single row is checked against who may read it, at the moment of reading.</li>
        <li>
          Messages are not encrypted from end to end: the people who run the server could read them. The{' '}
          <Link to="/privacy">Privacy Policy</Link> says who sees what.
        </li>
      </ul>
      <h2>When something is wrong</h2>
      <p>
        Tell the people who run this server with the <Link to="/contact">contact form</Link>: a strange sign-in, somebody who makes you feel
        unsafe, a hole that you found. <strong>Data export</strong> and <strong>account deletion</strong> are in{' '}
        <Link to="/settings">Settings</Link>.
      </p>
    </Prose>
  );
}
