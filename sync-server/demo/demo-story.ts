/** The people of the demo, and how they know each other. */
import type { ProfileText } from '../../schemas/profiles/profile.ts';

export type DemoPerson = 'hanna' | 'ana' | 'jonas' | 'priya' | 'idris' | 'ruth';

/** Their profiles; `demo-portraits.ts` has the photos. */
export const demoPeople: Readonly<Record<DemoPerson, Omit<ProfileText, 'profile_image_url'>>> = {
  hanna: {
    name: 'Hanna Berg',
    bio: 'Bookbinder. Slow mornings, strong coffee, cold lakes.',
    location: 'Freiburg',
    interests: ['bookbinding', 'swimming', 'rye bread'],
  },
  ana: { name: 'Ana Ribeiro', bio: 'Night nurse, day gardener.', location: 'Porto', interests: ['tomatoes', 'fado', 'crosswords'] },
  jonas: {
    name: 'Jonas Weber',
    bio: 'I repair bicycles and the occasional toaster.',
    location: 'Freiburg',
    interests: ['bicycles', 'chess', 'bad puns'],
  },
  priya: {
    name: 'Priya Nair',
    bio: 'Teaching maths to people who swear they hate it.',
    location: 'Leeds',
    interests: ['running', 'origami'],
  },
  idris: { name: 'Idris Cole', bio: 'Ferry cook. Ask me about soup.', location: 'Bristol', interests: ['soup', 'radio', 'knots'] },
  ruth: { name: 'Ruth Adeyemi', bio: 'Cello, grandchildren, and one opinionated cat.', location: 'Bristol', interests: ['cello', 'cats'] },
};

/** Not everybody knows everybody. */
export const demoFriendships: readonly (readonly [DemoPerson, DemoPerson])[] = [
  ['hanna', 'ana'],
  ['hanna', 'jonas'],
  ['hanna', 'priya'],
  ['hanna', 'ruth'],
  ['ana', 'jonas'],
  ['ana', 'idris'],
  ['ana', 'priya'],
  ['jonas', 'idris'],
  ['priya', 'ruth'],
  ['idris', 'ruth'],
];

/** Not answered yet. */
export const demoInvitations: readonly (readonly [DemoPerson, DemoPerson])[] = [
  ['idris', 'hanna'],
  ['jonas', 'ruth'],
];
