// What is kept about members, where, for how long, and who can read it.
import { Link } from 'react-router-dom';
import { Prose } from '../ui/prose.tsx';

export default function PrivacyScreen() {
  return (
    <Prose>
      <p>
        Everything you write here lies on one server, run by somebody from your circle of friends, and on the devices of the people you
        share it with. Nothing is sold, and nobody is followed around.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>Your account: e-mail address, display name, a scrambled form of your password that cannot be turned back.</li>
        <li>
          Your profile: bio, location, interests and photo, as far as you fill them in. Of a photo nothing is kept that says when, where or
          with what it was taken.
        </li>
        <li>If you use them: the public half of your passkeys, and the secret of your one-time codes, sealed.</li>
        <li>What you do: posts, comments, reactions, messages, friendships, groups and invitations.</li>
        <li>Your devices: when each was signed in and used last, and the name its browser gives.</li>
        <li>Notifications, for two days.</li>
        <li>When something breaks, a note of where it broke. What you wrote is not in it.</li>
      </ul>
      <p>
        There are no advertising cookies and no trackers. One cookie keeps you signed in. Another lets this server know your browser again,
        so that strangers who guess at your password do not keep you out. Both are read by this server alone, and signing out erases them.
      </p>
      <h2>Who can read it</h2>
      <ul>
        <li>Posts: the audience that stands on each of them. Tap it to see who that is.</li>
        <li>Your e-mail address: your direct friends, and those whom you invite.</li>
        <li>Your profile: your friends, and their friends.</li>
        <li>Messages of a group: its members.</li>
      </ul>
      <p>Whoever runs the server has its database in their hands and could read what lies in it. Join only where you trust that person.</p>
      <h2>On your devices</h2>
      <p>
        Kith works without a network because each device holds a copy of what its member may read. Signing out erases that copy. When a
        friendship ends or an audience shrinks, it is taken from the devices concerned the next time they connect.
      </p>
      <h2>E-mails</h2>
      <p>
        You get mails when you sign up, are invited or asked to be friends, ask for a new password or another address, and when something
        about signing in to your account has changed. They hold names and links, never what somebody wrote. What you send with the contact
        form goes to whoever runs the server, by mail.
      </p>
      <h2>Data export</h2>
      <p>
        Your <strong>data export</strong> is in <Link to="/settings">Settings</Link>: one file with everything of yours, as pages to read
        and in a form that other programs can read, with your photo.
      </p>
      <h2>Account deletion</h2>
      <p>
        At the end of <Link to="/settings">Settings</Link> you can delete your account, with your posts, comments, messages, reactions and
        photo, and with what others wrote below your posts. <strong>Account deletion</strong> cannot be undone. The devices of others drop
        it the next time they connect, and backups of the server lose it as they grow old.
      </p>
      <footer>
        How to keep your account safe stands in the <Link to="/security">Security Guide</Link>.
      </footer>
    </Prose>
  );
}
