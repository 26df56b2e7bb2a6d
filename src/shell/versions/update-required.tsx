import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../../data/session/use-online.ts';
import { useConnection } from '../../data/store/connection.ts';
import { commonText } from '../../text/common.ts';
import { versionText } from '../../text/versions.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Banner } from '../../ui/states/banner.tsx';
import { forgetReload, isNewestOfServer, type UpdateResult, updateApp, wasTakenInVain } from './new-version.ts';
import { leaveOfferToBanner } from './service-worker.ts';

/** The server no longer understands this version. What was written stays pending for the next one. */
export function UpdateRequired() {
  const { updateRequired, kind } = useConnection();
  useEffect(() => {
    if (kind === 'live') forgetReload();
  }, [kind]);
  return updateRequired ? <ToNewVersion /> : null;
}

/** The text while nothing is under way: what failed last time, or what the server asks for. */
function words(problem: Exclude<UpdateResult, 'comes'> | null): readonly [title: string, help: string] {
  if (problem === 'unreachable') return [versionText.newVersion, versionText.newVersionMissing];
  if (problem === 'incomplete') return [versionText.newVersion, versionText.newVersionIncomplete];
  // No automatic reload here: a page that came back unchanged would reload forever.
  if (isNewestOfServer()) return [versionText.noNewerVersion, versionText.noNewerVersionHelp];
  return [versionText.newVersion, versionText.newVersionHelp];
}

function ToNewVersion() {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Exclude<UpdateResult, 'comes'> | null>(null);
  useEffect(leaveOfferToBanner, []);
  // Once the page is online again, the message about the server is outdated.
  useEffect(() => setProblem((before) => (online && before === 'unreachable' ? null : before)), [online]);
  const reload = async () => {
    setBusy(true);
    // If this device could not store it a second time, it runs from the server: an app that needs the network is better than no app.
    const coming = await updateApp({ fromServer: problem === 'incomplete' });
    // The page reloads.
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
