/**
 * The oracle. From the acknowledged acts alone it knows the state, what each member may see, and the outcome of the next act. It keeps
 * every moment of a history, because a late arrival was right when it was sent.
 */
import type { Act, Code, Limits, When } from './act.ts';
import { Chosen, differences, type ExpectedRow, type SeenRow, settle } from './expected.ts';
import { copyOf, type Facts, noFacts, type Write } from './facts.ts';
import { attachInvitations, refreshSeats } from './friend-acts.ts';
import { type Collection, collections, holdingsOf } from './holdings.ts';
import { deleteAccount } from './leave-acts.ts';
import { mayReadPhoto } from './photo-acts.ts';
import { carryOutPush, type PushedChange } from './pushed-act.ts';
import { type AnswerData, carryOutRequest, type RestRequest } from './requested-act.ts';

export interface NewMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export class Oracle {
  readonly moments: Facts[] = [noFacts()];
  readonly #limits: Limits;
  /** known write ids: those of pushes, and those that were seen of other writes */
  readonly #writes = new Set<string>();
  /** the ids that each reader could ever read, up to a moment */
  readonly #everRead = new Map<string, { upTo: number; readonly ids: Set<string> }>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get now(): Facts {
    return this.moments.at(-1) as Facts;
  }

  /** The number of this moment. Later calls take it as the earliest time at which something could have been seen. */
  get moment(): number {
    return this.moments.length - 1;
  }

  /** The server has answered this change. Returns the answer that it should have given. From now on the act counts. */
  pushed(by: string, change: PushedChange, when: When): Code {
    const write = change.document.write_id;
    const doneBy = this.now.written.get(write);
    if (doneBy !== undefined) return doneBy === by ? null : 'INVALID';
    const code = this.#carryOut(by, write, when, (act) => carryOutPush(act, change));
    if (code === null) {
      this.now.written.set(write, by);
      this.#writes.add(write);
    }
    return code;
  }

  /**
   * The same for a request; `answer` is the server's answer. `newestWrite` is the id that the server gave to what it did. It must be known:
   * of two writes that set the same value, a row that arrives late does not tell which of them it is.
   */
  requested(by: string, request: RestRequest, when: When, newestWrite: string | undefined, answer?: AnswerData): Code {
    const isNew = newestWrite !== undefined && !this.#writes.has(newestWrite);
    if (isNew) this.#writes.add(newestWrite);
    return this.#carryOut(by, isNew ? newestWrite : this.#serverWrite(), when, (act) => carryOutRequest(act, request, answer));
  }

  joined(member: NewMember, when: When): void {
    this.#carryOut(member.id, this.#serverWrite(), when, (act) => {
      act.facts.members.set(member.id, {
        ...member,
        verified: true,
        formerNames: [],
        bio: '',
        location: '',
        interests: [],
        created: new Chosen('time', when.from, when.to),
        write: new Chosen('id'),
      });
      attachInvitations(act, member.id);
      return null;
    });
  }

  /** The member has deleted their account. Returns the answer that the server should have given. */
  left(member: string, when: When): Code {
    return this.#carryOut(member, this.#serverWrite(), when, deleteAccount);
  }

  /** The server is in the state of this earlier moment again. */
  restored(moment: number): void {
    this.moments.push({ ...copyOf(this.moments[moment] as Facts), act: this.now.act + 1 });
  }

  #serverWrite = (): Chosen => new Chosen('id', 0, 0, this.#writes);

  #carryOut(by: string, write: Write, when: When, carryOut: (act: Act) => Code): Code {
    const facts = copyOf(this.now);
    facts.act += 1;
    const act = { facts, by, write, when, limits: this.#limits };
    const code = carryOut(act);
    if (code === null) {
      refreshSeats(act);
      this.moments.push(facts);
    }
    return code;
  }

  /** What is wrong with a row that left the server for this member at or after that moment; null where nothing is. */
  wrongWith(reader: string, collection: string, row: SeenRow, since: number): string | null {
    if (!collections.includes(collection as Collection)) return 'there is no such collection';
    if (collection === 'settings' && isUnkept(this.now, reader, row)) return null;
    let nearest: string[] | null = null;
    for (let moment = this.moments.length - 1; moment >= since; moment -= 1) {
      const facts = this.moments[moment] as Facts;
      for (const expected of candidates(holdingsOf(facts, reader)[collection as Collection], row)) {
        const wrong = differences(expected, row, 'sent', ignoredIn(collection));
        if (wrong.length === 0) {
          settle(expected, row);
          return null;
        }
        if (!nearest || wrong.length < nearest.length) nearest = wrong;
      }
    }
    return nearest ? nearest.join('; ') : 'it is not theirs to see';
  }

  /** Whether the server has ever had the bytes of this photo. */
  everStored(photo: string): boolean {
    return this.moments.some(({ stored }) => stored.has(photo));
  }

  /** Whether the member could read this row at any moment so far. */
  wasTheirs(reader: string, collection: Collection, id: string): boolean {
    const known = this.#everRead.get(reader) ?? { upTo: 0, ids: new Set<string>() };
    this.#everRead.set(reader, known);
    for (; known.upTo < this.moments.length; known.upTo += 1) {
      const holdings = holdingsOf(this.moments[known.upTo] as Facts, reader);
      for (const name of collections)
        for (const row of holdings[name]) {
          const rowId = row.id instanceof Chosen ? row.id.value : row.id;
          // An id that the server chose stays unknown until a device has received it.
          known.ids.add(`${name} ${rowId ?? 'unknown'}`);
        }
    }
    return known.ids.has(`${collection} ${id}`) || known.ids.has(`${collection} unknown`);
  }

  /** Whether this text may be shown to this member at or after that moment. */
  mayShow(reader: string, text: string, since: number): boolean {
    for (let moment = this.moments.length - 1; moment >= since; moment -= 1) {
      if (textsOf(this.moments[moment] as Facts, reader).has(text)) return true;
    }
    return false;
  }

  /** Whether this member may have read this photo at or after that moment. */
  mightReadPhoto(reader: string, id: string, since: number): boolean {
    return this.moments.slice(since).some((facts) => mayReadPhoto(facts, reader, id));
  }

  /** The differences between a device's rows of this collection and those that it must have now. */
  compare(reader: string, collection: Collection, held: readonly SeenRow[]): string[] {
    const expected = new Set(holdingsOf(this.now, reader)[collection]);
    const wrong: string[] = [];
    for (const row of held) {
      if (collection === 'settings' && isUnkept(this.now, reader, row)) continue;
      const fitting = candidates([...expected], row);
      const right = fitting.find((one) => differences(one, row, 'held', ignoredIn(collection)).length === 0);
      if (right) {
        settle(right, row);
        expected.delete(right);
        continue;
      }
      const [first] = fitting;
      wrong.push(
        first
          ? `${collection} ${row.id}: ${differences(first, row, 'held', ignoredIn(collection)).join('; ')}`
          : `${collection} ${row.id}: it is held, and must not be`,
      );
      if (first && typeof first.id === 'string') expected.delete(first);
    }
    for (const one of expected) wrong.push(`${collection} ${one.id instanceof Chosen ? JSON.stringify(one) : one.id}: it is missing`);
    return wrong;
  }
}

/**
 * Whether a device may hold this setting though the server keeps none: a block of nobody, as it was written there. The server knows of no row
 * that it could remove when the block ends by REST or on another device, and an announcement would reveal that nobody has this id.
 */
function isUnkept(facts: Facts, reader: string, { id, value, write_id }: SeenRow): boolean {
  const written = facts.unkept.get(String(write_id));
  return written?.member === reader && `${reader}|${written.key}` === id && written.value === value && !facts.settings.has(id);
}

/** A contact has no write id. */
const beside = new Set(['scope']);
const besideContacts = new Set(['scope', 'write_id']);
const ignoredIn = (collection: string) => (collection === 'contacts' ? besideContacts : beside);

/** The rows that this one could be: the row with its id, or rows whose id the server has not revealed yet. */
function candidates(rows: readonly ExpectedRow[], row: SeenRow): ExpectedRow[] {
  const known = rows.filter(({ id }) => (id instanceof Chosen ? id.value : id) === row.id);
  return known.length > 0 ? known : rows.filter(({ id }) => id instanceof Chosen && id.value === undefined);
}

const texts = new WeakMap<Facts, Map<string, Set<string>>>();

/** Every text that this member may see at this moment. */
function textsOf(facts: Facts, reader: string): Set<string> {
  const known = texts.get(facts) ?? new Map<string, Set<string>>();
  texts.set(facts, known);
  const before = known.get(reader);
  if (before) return before;
  const found = new Set<string>();
  const take = (value: unknown) => {
    if (typeof value === 'string') found.add(value);
    else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) take(each);
  };
  take(holdingsOf(facts, reader));
  known.set(reader, found);
  return found;
}
