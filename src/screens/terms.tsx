// What members and the operator of the server owe each other.
import { Link } from 'react-router-dom';
import { MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend-limits.ts';
import { Prose } from '../ui/prose.tsx';

export default function TermsScreen() {
  return (
    <Prose>
      <p>
        Kith is free software, which anybody can run for people who know each other. These are the few things that everybody at the table
        agrees to.
      </p>
      <h2>Who may join</h2>
      <p>
        You are 18 or older, you sign up under an address that is yours, and you have one account. Keep your password to yourself: what is
        done with your account is taken as done by you.
      </p>
      <h2>What you write is yours</h2>
      <p>
        Posts, comments, messages and pictures belong to the people who made them. By sharing something you allow this server to store it
        and to show it to those whom it is for, and to nobody else. Delete it and it is taken from their devices the next time they connect.
      </p>
      <h2>How we treat each other</h2>
      <ul>
        <li>Share what you read or hear in private with nobody outside its audience, screenshots included.</li>
        <li>No threats, no harassment, nothing illegal, nothing that harms children.</li>
        <li>No advertising, no automated accounts, no collecting of other people’s data.</li>
        <li>Do not try to get at what you were not shown, and do not disturb the server for others.</li>
      </ul>
      <p>
        You can end a friendship or block somebody at any time, without giving reasons. The people who run the server may close an account
        that harms others.
      </p>
      <h2>Friends and seats</h2>
      <p>
        A table has {MAX_DIRECT_FRIENDS} seats for direct friends unless the people who run this server chose another number. Invitations
        wait until they are answered or cancelled.
      </p>
      <h2>What you cannot count on</h2>
      <p>
        The server may be slow, be down, or one day be switched off; take a copy of your data now and then. It comes without warranty, as
        far as the law where you live allows. Your devices keep a copy of what you may read, so that an outage does not take it away.
      </p>
      <h2>Leaving</h2>
      <p>
        You may leave whenever you like. In <Link to="/settings">Settings</Link> you take a copy of your data along (
        <strong>data export</strong>) and delete your account (<strong>account deletion</strong>); the{' '}
        <Link to="/privacy">Privacy Policy</Link> says what that means.
      </p>
      <footer>
        Something unclear? <Link to="/contact">Contact</Link> the people who run this server.
      </footer>
    </Prose>
  );
}
