/** Who may read what, in the simplest form. */
import type { Facts, PostFact, Role } from './facts.ts';

export const areFriends = (facts: Facts, a: string, b: string): boolean => facts.friends.has(`${a}|${b}`);

export const areBlocked = (facts: Facts, a: string, b: string): boolean => facts.blocks.has(`${a}|${b}`) || facts.blocks.has(`${b}|${a}`);

/** The member themself, and friends who have not blocked each other. */
export const inCircle = (facts: Facts, reader: string, owner: string): boolean =>
  reader === owner || (areFriends(facts, reader, owner) && !areBlocked(facts, reader, owner));

/** The member themself, their friends and the friends of those. */
export function inNetwork(facts: Facts, reader: string, owner: string): boolean {
  if (reader === owner) return true;
  if (areBlocked(facts, reader, owner)) return false;
  if (areFriends(facts, reader, owner)) return true;
  return [...facts.members.keys()].some((between) => areFriends(facts, owner, between) && areFriends(facts, between, reader));
}

export function mayReadPost(facts: Facts, reader: string, post: PostFact): boolean {
  if (reader === post.author) return true;
  switch (post.audience) {
    case 'private':
      return false;
    case 'friends':
      return inCircle(facts, reader, post.author);
    case 'specific':
      return post.chosen.includes(reader) && inNetwork(facts, reader, post.author);
    default:
      return inNetwork(facts, reader, post.author);
  }
}

export const roleIn = (facts: Facts, member: string, group: string): Role | null => facts.seats.get(`${group}|${member}`)?.role ?? null;
