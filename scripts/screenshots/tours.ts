/** What is photographed: every screen, and every state that somebody may find it in. Each tour is one person with a browser of their own. */
import type { Tour } from './tour.ts';
import { broken, installing, updating } from './tours/app.ts';
import { fullTableTour } from './tours/full-table.ts';
import { groups } from './tours/groups.ts';
import { newcomer, newcomerOffline } from './tours/newcomer.ts';
import { notices } from './tours/notices.ts';
import { people } from './tours/people.ts';
import { photos } from './tours/photos.ts';
import { reading } from './tours/reading.ts';
import { trouble } from './tours/trouble.ts';
import { visitor } from './tours/visitor.ts';
import { writing } from './tours/writing.ts';

/** Their order is that of the run: what changes what later ones show comes last. */
export const tours: readonly Tour[] = [
  visitor,
  newcomer,
  newcomerOffline,
  reading,
  writing,
  people,
  groups,
  notices,
  photos,
  fullTableTour,
  trouble,
  installing,
  broken,
  updating,
];
