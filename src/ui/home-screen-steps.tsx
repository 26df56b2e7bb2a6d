import { Plus, Share } from 'lucide-react';
import { installText } from '../text/install.ts';
import styles from './home-screen-steps.module.css';

/** How to install by hand on an iPhone or iPad, where no browser asks. */
export function HomeScreenSteps() {
  return (
    <ol className={`stack gap-3 ${styles.steps}`}>
      <li>
        <span>
          {installText.tap} <Share /> <b>{installText.share}</b> {installText.inBar}
        </span>
      </li>
      <li>
        <span>
          {installText.choose} <Plus /> <b>{installText.addToHome}</b>
        </span>
      </li>
      <li>
        <span>{installText.open}</span>
      </li>
    </ol>
  );
}
