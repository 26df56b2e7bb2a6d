/**
 * The account of one history. Every write that the server answers is entered here, every payload that leaves the server is checked against
 * the oracle, and every mismatch is kept for the report. The writes of one history run one after the other, so their order is known.
 * Everything else runs at the same time.
 */

import type { When } from './act.ts';
import { type Coverage, wayOfPush, wayOfRequest } from './coverage.ts';
import type { HistoryRealm } from './history-realm.ts';
import type { Collection } from './holdings.ts';
import { Oracle } from './oracle.ts';
import type { PushedChange } from './pushed-act.ts';
import type { AnswerData, RestRequest } from './requested-act.ts';
import type { Stage } from './stage.ts';

/** The server and the test share a clock, but the server rounds to milliseconds. */
const ROUNDING_MS = 2;

export interface AnsweredChange {
  readonly id: string;
  readonly code: string | null;
  readonly document: Readonly<Record<string, unknown>> | null;
}

export class Ledger {
  readonly oracle: Oracle;
  readonly coverage: Coverage;
  readonly realm: HistoryRealm;
  /** called with what happens */
  readonly note: (what: string) => void;
  readonly wrong: string[] = [];
  #lane: Promise<unknown> = Promise.resolve();
  #writing = 0;
  #together = false;
  #late: (() => void)[] = [];

  constructor({ coverage, limits, realm, note = () => undefined }: Pick<Stage, 'coverage' | 'limits' | 'realm' | 'note'>) {
    this.oracle = new Oracle(limits);
    this.coverage = coverage;
    this.realm = realm;
    this.note = note;
  }

  /** Runs when no other write of this history is in progress. Audits wait for it, because they need a moment that is not known yet. */
  write<T>(send: () => Promise<T>): Promise<T> {
    return this.#together ? this.#writes(send) : this.#inLane(send);
  }

  /** For writes whose order does not matter: the writes that `job` makes reach the server at the same time. */
  writeTogether(job: () => Promise<void>): Promise<void> {
    return this.#inLane(async () => {
      this.#together = true;
      try {
        await job();
      } finally {
        this.#together = false;
      }
    });
  }

  #inLane<T>(send: () => Promise<T>): Promise<T> {
    const done = this.#lane.then(() => this.#writes(send));
    this.#lane = done.catch(() => undefined);
    return done;
  }

  async #writes<T>(send: () => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await send();
    } finally {
      this.#writing -= 1;
      if (this.#writing === 0) for (const audit of this.#late.splice(0)) audit();
    }
  }

  complain(what: string): void {
    this.wrong.push(what);
  }

  readonly when = (from: number): When => ({ from: from - ROUNDING_MS, to: this.realm.Date.now() + ROUNDING_MS });

  /** The server has answered these changes of a member. */
  pushed(member: string, changes: readonly PushedChange[], answers: readonly AnsweredChange[], from: number): void {
    const when = this.when(from);
    if (answers.length !== changes.length) this.complain(`${changes.length} changes got ${answers.length} answers`);
    changes.forEach((change, at) => {
      const answer = answers[at];
      if (!answer) return;
      const before = this.oracle.now;
      // Rows that one statement writes are each a millisecond later than the row before.
      const code = this.oracle.pushed(member, change, { from: when.from, to: when.to + at });
      this.coverage.countRevocation(wayOfPush(member, change), before, this.oracle.now);
      this.coverage.countPush(change, code);
      if (answer.code !== code) {
        this.complain(`a push of ${describe(change)} was answered ${answer.code ?? 'done'}, not ${code ?? 'done'}`);
      }
      if (answer.id !== change.document.id) this.complain(`the answer to ${describe(change)} is about ${answer.id}`);
    });
    const since = this.oracle.moment;
    changes.forEach((change, at) => {
      const row = answers[at]?.document;
      if (row) this.sent(member, change.collection, [row], since, 'the answer to a push');
    });
  }

  /** The server has answered this request of a member, whose newest write since has this id. */
  requested(
    member: string,
    request: RestRequest,
    { code, data, newestWrite }: { readonly code: string | null; readonly data?: AnswerData; readonly newestWrite: string | undefined },
    when: When,
  ): void {
    const before = this.oracle.now;
    const expected = this.oracle.requested(member, request, when, newestWrite, data);
    this.coverage.countRevocation(wayOfRequest(request), before, this.oracle.now);
    this.coverage.countRequest(request, expected);
    if (code !== expected) {
      this.complain(
        `${request.method} ${request.path} ${JSON.stringify(request.body)} was answered ${code ?? 'done'}, not ${expected ?? 'done'}`,
      );
    }
  }

  /** The server has deleted the account of this member. */
  left(member: string, from: number): void {
    const before = this.oracle.now;
    const refused = this.oracle.left(member, this.when(from));
    this.coverage.countRevocation('a deleted account', before, this.oracle.now);
    if (refused !== null) this.complain(`an account that does not exist was deleted: ${refused}`);
  }

  /** These rows have left the server for this member, at or after that moment. */
  sent(member: string, collection: string, rows: readonly Readonly<Record<string, unknown>>[], since: number, by: string): void {
    if (rows.length === 0) return;
    const audit = () => {
      this.coverage.documents += rows.length;
      for (const row of rows) {
        const wrong = this.oracle.wrongWith(member, collection, row, since);
        if (wrong !== null)
          this.complain(`${by} brought ${this.nameOf(member)} ${collection} ${row.id}: ${wrong}\n    ${JSON.stringify(row)}`);
      }
    };
    this.#whenKnown(audit);
  }

  /**
   * A page of a pull, or a frame, reported these rows as removed. An id that joins other ids names people, so the member must have been
   * able to read that row.
   */
  reportedRemoved(member: string, collection: Collection, removed: readonly (readonly [string, number])[], by: 'a pull' | 'a frame'): void {
    this.#whenKnown(() => {
      this.coverage.removals[by] += removed.length;
      for (const [id] of removed) {
        if (id.includes('|') && !this.oracle.wasTheirs(member, collection, id))
          this.complain(`${by} reported to ${this.nameOf(member)} that ${collection} ${id} is gone, which was never theirs to read`);
      }
    });
  }

  /** The bytes of this photo have left the server for this member, at or after that moment. */
  photoSent(member: string, id: string, since: number): void {
    this.#whenKnown(() => {
      this.coverage.count('photos sent to devices');
      if (!this.oracle.mightReadPhoto(member, id, since)) this.complain(`${this.nameOf(member)} got the photo ${id}, which is not theirs`);
    });
  }

  /** This text has left the server for this member: they must be able to read every marked word in it. */
  shown(member: string, text: string, since: number, by: string): void {
    const words = new Set(text.match(MARKED) ?? []);
    if (words.size === 0) return;
    this.#whenKnown(() => {
      this.coverage.words += words.size;
      for (const word of words) {
        if (!this.oracle.mayShow(member, word, since)) this.complain(`${by} showed ${this.nameOf(member)} the text ${word}`);
      }
    });
  }

  #whenKnown(audit: () => void): void {
    if (this.#writing > 0) this.#late.push(audit);
    else audit();
  }

  nameOf(member: string): string {
    return this.oracle.now.members.get(member)?.name ?? member;
  }

  /** Call this often: the first mismatch ends the history. */
  check(): void {
    if (this.wrong.length > 0) throw new Error(this.wrong.slice(0, 8).join('\n'));
  }
}

/** Marks a text that a member writes, so that it can be found wherever it appears. */
export const marked = (text: string): string => `«${text}»`;
const MARKED = /«[^»]*»|m[0-9a-f-]{36}@kith\.test/g;

const describe = ({ collection, document }: PushedChange): string => `${collection} ${JSON.stringify(document)}`;
