/** What is photographed: every screen, and every state that somebody may find it in. Each tour is one person with a browser of their own. */
import { broken, installing, updating } from './tours/app.mjs';
import { fullTableTour } from './tours/full-table.mjs';
import { groups } from './tours/groups.mjs';
import { newcomer, newcomerOffline } from './tours/newcomer.mjs';
import { notices } from './tours/notices.mjs';
import { people } from './tours/people.mjs';
import { photos } from './tours/photos.mjs';
import { reading } from './tours/reading.mjs';
import { trouble } from './tours/trouble.mjs';
import { visitor } from './tours/visitor.mjs';
import { writing } from './tours/writing.mjs';

/** Their order is that of the run: what changes what later ones show comes last. */
export const tours = [
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
