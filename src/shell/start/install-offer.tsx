import { Download } from 'lucide-react';
import { useState } from 'react';
import { commonText } from '../../text/common.ts';
import { installText } from '../../text/install.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { HomeScreenSteps } from '../../ui/home-screen-steps.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import styles from './install-offer.module.css';
import { dismissInstall, install } from './install-prompt.ts';

/** The card with the offer, and the steps where the member installs by hand. */
export default function InstallOffer({ byHand }: { readonly byHand: boolean }) {
  const [explaining, setExplaining] = useState(false);
  return (
    <Card as="section" className="stack gap-3" aria-label={installText.install}>
      <div className={styles.row}>
        <img src="/icons/icon-192.png" width="48" height="48" alt="" />
        <div>
          <p className={styles.title}>{installText.title}</p>
          <p className="small">{installText.text}</p>
        </div>
      </div>
      <div className="wrap gap-2">
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
        <HomeScreenSteps />
      </Sheet>
    </Card>
  );
}
