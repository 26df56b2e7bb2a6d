import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { useOnline } from '../data/use-online.ts';
import { commonText } from '../text/common.ts';
import { versionText } from '../text/versions.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { type Coming, comeToNewVersion, forgetReload, isNewestOfServer, wasTakenInVain } from './new-version.ts';
import { leaveOfferToBanner } from './service-worker.ts';

/** The server no longer understands this version. What was written stays queued for the next one. */
export function UpdateRequired() {
  const { updateRequired, kind } = useConnection();
  useEffect(() => {
    if (kind === 'live') forgetReload();
  }, [kind]);
  return updateRequired ? <ToNewVersion /> : null;
}

/** What is said while nothing is under way: what went wrong last time, or what the server asks for. */
function words(problem: Exclude<Coming, 'comes'> | null): readonly [title: string, help: string] {
  if (problem === 'unreachable') return [versionText.newVersion, versionText.newVersionMissing];
  if (problem === 'incomplete') return [versionText.newVersion, versionText.newVersionIncomplete];
  // Nothing reloads by itself here: a page that came back as it was would go round for ever.
  if (isNewestOfServer()) return [versionText.noNewerVersion, versionText.noNewerVersionHelp];
  return [versionText.newVersion, versionText.newVersionHelp];
}

function ToNewVersion() {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Exclude<Coming, 'comes'> | null>(null);
  useEffect(leaveOfferToBanner, []);
  // What was said of the connection is over.
  useEffect(() => setProblem((before) => (online && before === 'unreachable' ? null : before)), [online]);
  const reload = async () => {
    setBusy(true);
    // Where it could not be put on this device a second time, it is run from the server: better without an offline app than without an app.
    const coming = await comeToNewVersion({ fromServer: problem === 'incomplete' });
    // Once it is there the page goes.
    if (coming === 'comes') return;
    setProblem(coming);
    setBusy(false);
  };
  const goOn = useRef(reload);
  useEffect(() => {
    if (wasTakenInVain()) void goOn.current();
  }, []);
  const [title, help] = words(problem);
  return (
    <Banner
      icon={<Sparkles />}
      action={
        <Button variant="quiet" size="small" busy={busy} onClick={() => void reload()}>
          {busy ? versionText.newVersionComes : commonText.reload}
        </Button>
      }
    >
      <b>{title}</b> – {help}
    </Banner>
  );
}
