// What is stored about members, where, for how long, and who can read it.
import { Link } from 'react-router-dom';
import { Prose } from '../ui/prose.tsx';

/** `plain`: without links to the pages of members, for a visitor who reads it in a sheet of the sign-up. */
export default function PrivacyScreen({ plain = false }: { readonly plain?: boolean }) {
  const link = (to: string, words: string) => (plain ? words : <Link to={to}>{words}</Link>);
  return (
    <Prose>
      <p>
        What you write here lies on this server, with the people who run it, and on the devices of the people you share it with. There is no
        advertising and no tracking.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>Your account: e-mail address, display name, a scrambled form of your password that cannot be turned back.</li>
        <li>
          Your profile: bio, location, interests and photo, as far as you fill them in. Of a photo nothing is kept that says when, where or
          with what it was taken.
        </li>
        <li>
          If you use them: the public half and the name of your passkeys, and, sealed, the secret of your one-time codes. If you sign in
          through another site: the number that you have there, and where it says your picture is.
        </li>
        <li>
          What you do: posts, comments, reactions, messages, friendships, groups and invitations, also the addresses you invite; what you
          chose in Settings, whom you blocked, what you reported, and how far you have read in each group.
        </li>
        <li>Your devices: when each was signed in and used last, and the name its browser gives.</li>
        <li>For each device with notices: its address at the push service of its browser, until you turn them off or sign out there.</li>
        <li>Notifications, for two days.</li>
        <li>
          Mails until they are handed to a mail server, for some hours at most. A server without one keeps the mails that it would send, for
          a month.
        </li>
        <li>
          A log of what concerns the safety of accounts, such as a wrong password or a new passkey: when, the number of the account, and the
          network address it came from. The people who run the server decide how long it is kept.
        </li>
        <li>
          When something breaks, a note of where it broke. What you wrote is not in it. The people who run the server may have such notes
          sent to a service for errors.
        </li>
      </ul>
      <p>All cookies are read by this server alone, and none is for advertising:</p>
      <ul>
        <li>One keeps you signed in. Signing out erases it.</li>
        <li>
          One lets this server know your browser again, so that strangers who guess at your password do not keep you out. Signing out erases
          it.
        </li>
        <li>Signing up leaves one that tells your browser from others when you confirm your address. It goes after eleven days.</li>
        <li>
          Signing in through another site, with a passkey, or with a one-time code takes one each, and so do adding a passkey and showing
          with one, or there, that it is you. They go when that is done, or after a quarter of an hour.
        </li>
      </ul>
      <h2>Who can read it</h2>
      <ul>
        <li>
          Posts: the audience that each of them shows. On your own posts for friends or friends of friends, tap it to see the names. If you
          chose people one by one, all of them see who they are.
        </li>
        <li>Comments and reactions: everybody who can read the post, also people you do not know.</li>
        <li>Your e-mail address: your direct friends, and those whom you invite.</li>
        <li>
          Your profile: your friends, and their friends. Your name and your photo: also the members of your groups, those who can read a
          post under which you wrote or reacted, and those whom you invite.
        </li>
        <li>
          Who your friends are: your friends. Under a post, others can look up over whom they are connected with somebody, and that may be
          you.
        </li>
        <li>Messages of a group: its members, also those who join later.</li>
      </ul>
      <p>The people who run the server have its database in their hands and could read what is in it. Join only where you trust them.</p>
      <h2>On your devices</h2>
      <p>
        Kith works without a network because each device holds a copy of what its member may read. Signing out erases that copy. When a
        friendship ends or an audience shrinks, it is taken from the devices concerned the next time they connect.
      </p>
      <h2>Notices</h2>
      <p>
        A notice on a device names people and groups, and holds no post, comment or message. It comes through the push service of the
        device’s browser, such as those of Google, Apple and Mozilla. That sees that this server calls this device, and when, and cannot
        read what it carries.
      </p>
      <h2>E-mails</h2>
      <p>
        You get mails when you sign up, are invited or asked to be friends, are accepted as a friend or wait for a seat that becomes free,
        ask for a new password or another address, and when something happens that matters for signing in to your account. While none of
        your devices has notices, mails also say that your friends wrote, as often as you choose in Settings. They hold names and links, and
        no post, comment or message. What you send with the contact form goes to the people who run the server, by mail, with your name and
        your address. So does what you report: its text, where it is, who wrote it, and what you add. Nobody else learns of it.
      </p>
      <h2>Data export</h2>
      <p>
        Your <strong>data export</strong> is in {link('/settings', 'Settings')}: one file with everything of yours, as pages to read and in
        a form that other programs can read, with your photos.
      </p>
      <h2>Account deletion</h2>
      <p>
        At the end of {link('/settings', 'Settings')} you can delete your account, with your posts, comments, messages, reactions and photo,
        and with what others wrote below your posts. <strong>Account deletion</strong> cannot be undone. The devices of others drop it the
        next time they connect. For a year a number stays for each of your devices that was signed in, so that it erases its copy when it
        comes back; it does not say whose it was. Backups and the log are with the people who run the server.
      </p>
      <footer>How to keep your account safe is in the {link('/security', 'Security Guide')}.</footer>
    </Prose>
  );
}
