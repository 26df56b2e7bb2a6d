import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { presenceText } from '../../../text/presence.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import type { PresenceSheetName } from './presence.ts';
import { presenceReturn } from './presence-by-provider.ts';

/** The sheet to open again for a member who comes back from the provider. Says once whether presence was shown there. */
export function usePresenceReturn(): PresenceSheetName | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [back] = useState(() => presenceReturn(state));
  useEffect(() => {
    if (!back) return;
    // A reload must not say it again.
    void navigate('.', { replace: true, state: null });
    if (back.failed === undefined) notify.success(presenceText.shown, { id: 'presence' });
    else notify.error(back.failed, { id: 'presence' });
  }, [back, navigate]);
  return back?.from;
}
