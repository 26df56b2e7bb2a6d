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
        <li>Your profile: bio, location, interests and picture, as far as you fill them in.</li>
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
        You get mails when you sign up, ask for a new password or another address, or are invited. They hold names and links, never what
        somebody wrote. What you send with the contact form goes to whoever runs the server, by mail.
      </p>
      <h2>Data export</h2>
      <p>
        You may have a copy of everything that is kept about you, in a form that other programs can read. Ask for your{' '}
        <strong>data export</strong> with the <Link to="/contact">contact form</Link>.
      </p>
      <h2>Account deletion</h2>
      <p>
        You may have your account deleted, with your posts, comments, messages, reactions and picture. <strong>Account deletion</strong>{' '}
        cannot be undone, and backups of the server lose it as they grow old. Ask for it with the <Link to="/contact">contact form</Link>.
      </p>
      <footer>
        How to keep your account safe stands in the <Link to="/security">Security Guide</Link>.
      </footer>
    </Prose>
  );
}
