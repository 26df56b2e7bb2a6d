import { Download, Plus, Share } from 'lucide-react';
import { useState } from 'react';
import { useLiveQuery } from '../data/local-store.tsx';
import { useSession } from '../data/session.ts';
import { commonText } from '../text/common.ts';
import { installText } from '../text/install.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './install-offer.module.css';
import { dismissInstall, install, isReturning } from './install-prompt.ts';

/** The card with the offer, and the steps where the member installs by hand. */
export default function InstallOffer({ byHand }: { readonly byHand: boolean }) {
  const [explaining, setExplaining] = useState(false);
  const { user } = useSession();
  const own = useLiveQuery((store) => store.collections.posts.find({ selector: { author_id: user?.id ?? '' }, limit: 1 }), [user?.id]);
  if (!isReturning() && !own.rows?.length) return null;
  return (
    <Card as="section" className={styles.card ?? ''} aria-label={installText.install}>
      <div className={styles.row}>
        <img src="/icons/icon-192.png" width="48" height="48" alt="" />
        <div>
          <p className={styles.title}>{installText.title}</p>
          <p className={styles.line}>{installText.text}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          variant="primary"
          size="small"
          icon={<Download />}
          onClick={() => {
            if (byHand) setExplaining(true);
            else void install();
          }}
        >
          {installText.install}
        </Button>
        <Button variant="soft" size="small" onClick={dismissInstall}>
          {commonText.notNow}
        </Button>
      </div>
      <Sheet
        open={explaining}
        onOpenChange={setExplaining}
        title={installText.iosTitle}
        text={installText.iosText}
        actions={
          <Button variant="soft" onClick={dismissInstall}>
            {commonText.notNow}
          </Button>
        }
      >
        <ol className={styles.steps}>
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
      </Sheet>
    </Card>
  );
}
