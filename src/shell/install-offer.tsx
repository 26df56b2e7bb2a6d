import { Download, Plus, Share } from 'lucide-react';
import { useState } from 'react';
import { useLiveQuery } from '../data/local-store.tsx';
import { useSession } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './install-offer.module.css';
import { dismissInstall, install, isReturning } from './install-prompt.ts';

/** The card that offers it, and the steps where they are done by hand. */
export default function InstallOffer({ byHand }: { readonly byHand: boolean }) {
  const [explaining, setExplaining] = useState(false);
  const { user } = useSession();
  const own = useLiveQuery((store) => store.collections.posts.find({ selector: { author_id: user?.id ?? '' }, limit: 1 }), [user?.id]);
  if (!isReturning() && !own.rows?.length) return null;
  return (
    <Card as="section" className={styles.card ?? ''} aria-label="Install">
      <div className={styles.row}>
        <img src="/icons/icon-192.png" width="48" height="48" alt="" />
        <div>
          <p className={styles.title}>Keep Kith on your home screen</p>
          <p className={styles.line}>Opens at once and works without a signal.</p>
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
          Install
        </Button>
        <Button variant="soft" size="small" onClick={dismissInstall}>
          Not now
        </Button>
      </div>
      <Sheet
        open={explaining}
        onOpenChange={setExplaining}
        title="Add Kith to your Home Screen"
        text="It then opens like any other app. The first time, you may have to log in again there."
        actions={
          <Button variant="soft" onClick={dismissInstall}>
            Not now
          </Button>
        }
      >
        <ol className={styles.steps}>
          <li>
            <span>
              Tap <Share /> <b>Share</b> in the browser bar
            </span>
          </li>
          <li>
            <span>
              Choose <Plus /> <b>Add to Home Screen</b>
            </span>
          </li>
          <li>
            <span>Open Kith from its new icon</span>
          </li>
        </ol>
      </Sheet>
    </Card>
  );
}
