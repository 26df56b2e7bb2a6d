/** What is photographed: every screen, and every state that it can be in. Each tour is one person with their own browser. */
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

/** In the order of the run: a tour that changes what others show comes last. */
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
