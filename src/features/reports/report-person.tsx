import { Flag } from 'lucide-react';
import { useState } from 'react';
import { reportText } from '../../text/report-text.ts';
import { Button } from '../../ui/button.tsx';
import { ReportSheet } from './report-sheet.tsx';

/** Reports somebody's profile. */
export function ReportPerson({ userId, name }: { readonly userId: string; readonly name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" wide icon={<Flag />} aria-label={reportText.reportWho(name)} onClick={() => setOpen(true)}>
        {reportText.report}
      </Button>
      {open && <ReportSheet thing={{ type: 'profile', id: userId }} onClose={() => setOpen(false)} />}
    </>
  );
}
