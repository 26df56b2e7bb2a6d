// The sheet with a member's profile, or with how the viewer is connected to them. Its contents are loaded on first use.
import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '../data/session/session.ts';
import { firstName } from '../features/people/first-name.ts';
import { closePerson, type Shown, type ShownPerson } from '../features/people/shown-person.ts';
import { PersonSkeleton } from '../features/profiles/person-skeleton.tsx';
import { commonText } from '../text/common.ts';
import { personFailed } from '../text/person-failed.ts';
import { connectionText, profileText } from '../text/profiles.ts';
import { Button } from '../ui/forms/button.tsx';
import { Sheet } from '../ui/overlays/sheet.tsx';
import { Note } from '../ui/states/note.tsx';

/** The content may have a menu, which is shown in the head of the sheet. */
type Content = ComponentType<{ readonly person: ShownPerson; readonly menu: HTMLElement | null }>;

const views = {
  profile: {
    title: () => profileText.profile,
    load: () => import('../features/profiles/profile-content.tsx'),
    failed: personFailed.profile,
    signedOut: profileText.signedOut,
  },
  connection: {
    title: (person: ShownPerson) => profileText.howYouKnow(firstName(person.name)),
    load: () => import('../features/profiles/connection-content.tsx'),
    failed: personFailed.connection,
    signedOut: connectionText.signedOut,
  },
} as const satisfies Record<Shown['view'], unknown>;

export default function PersonSheet({ shown }: { readonly shown: Shown }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  return (
    <Sheet open onOpenChange={closePerson} title={views[shown.view].title(shown.person)} menu={<span ref={setMenu} />}>
      <View key={`${shown.view} ${shown.person.userId}`} {...shown} menu={menu} />
    </Sheet>
  );
}

function View({ view, person, menu }: Shown & { readonly menu: HTMLElement | null }) {
  const { load, failed, signedOut } = views[view];
  const session = useSession();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly content?: Content; readonly failed?: boolean }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let wanted = true;
    load().then(
      (module) => wanted && setLoaded({ content: module.default }),
      () => wanted && setLoaded({ failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);

  if (session.status !== 'signed-in') return <Note kind="danger">{signedOut}</Note>;
  if (loaded.content) return <loaded.content person={person} menu={menu} />;
  if (!loaded.failed) return <PersonSkeleton />;
  return (
    <>
      <Note kind="danger">{failed}</Note>
      <Button
        onClick={() => {
          setLoaded({});
          setAttempt((before) => before + 1);
        }}
      >
        {commonText.tryAgain}
      </Button>
    </>
  );
}
