/**
 * The calls of one history. Every call that arrives is compared with what the oracle says at that moment, and every line that was done must
 * have called everybody whom it had to call.
 */
import type { Coverage } from '../coverage.ts';
import type { Facts } from '../facts.ts';
import type { Step } from '../history.ts';
import type { Ledger } from '../ledger.ts';
import type { NewMember } from '../oracle.ts';
import { actorOf, type CallEvent, CallEvents, earliest, isNamed, isQuiet, latest, MAYBE, unreadOf, whyNot } from './call-facts.ts';
import { type Called, calledIn } from './called.ts';
import type { ArrivedCall, Calling, CallLine, Mishap, Phone } from './calling.ts';

/** How often each happens, in histories with calls. */
export const callHappenings: Readonly<Record<string, number>> = {
  'send calls': 14,
  'send calls and die': 5,
  'send calls while the push service fails': 4,
  'open a phone': 3,
  'end a phone': 3,
};

const MARKED = /«[^»]*»/g;
const SUMMARY = 'summary';

const covers = ({ line, since, upTo }: CallLine, { reader, about, line: own }: CallEvent): boolean =>
  (line === own || line === `quiet|${reader}`) &&
  since.getTime() <= latest(about.created) &&
  (upTo === null || earliest(about.created) <= upTo.getTime());
/** Whether the line covers the event for certain. */
const mustCover = (line: CallLine, event: CallEvent): boolean =>
  covers(line, event) &&
  line.since.getTime() <= earliest(event.about.created) &&
  (line.upTo === null || latest(event.about.created) <= line.upTo.getTime());
const isFor = ({ again }: CallLine, { session }: Phone, tag: string): boolean =>
  again === null || (again.session === session && again.tag === tag);

/** One round: what was due, what arrived, and what holds. */
interface Round {
  readonly facts: Facts;
  readonly now: number;
  readonly due: readonly CallLine[];
  readonly after: readonly CallLine[];
  readonly arrived: readonly { readonly phone: Phone; readonly call: Called }[];
}

export class PlayedCalls {
  readonly #calling: Calling;
  readonly #ledger: Ledger;
  readonly #coverage: Coverage;
  readonly #events = new CallEvents();
  readonly #phones = new Map<string, Phone>();
  /** the endpoints of phones that must not be called any more */
  readonly #ended = new Set<string>();
  /** how often a phone was called about an event */
  readonly #times = new Map<string, number>();
  /** when the newest happened that each member has missed in quiet hours */
  readonly #missedUpTo = new Map<string, number>();
  /** how often a process died with a line in hand */
  readonly #deaths = new Map<string, number>();

  constructor(calling: Calling, ledger: Ledger, coverage: Coverage) {
    this.#calling = calling;
    this.#ledger = ledger;
    this.#coverage = coverage;
  }

  async openPhone(member: NewMember): Promise<void> {
    const phone = await this.#calling.openPhone(member);
    this.#phones.set(phone.endpoint, phone);
  }

  /** Resolves to false where the step means something else. */
  async happen(member: NewMember, { does, pick, other }: Step): Promise<boolean> {
    switch (does) {
      case 'send calls':
        await this.#round(pick, {});
        return true;
      case 'send calls and die':
        await this.#round(pick, { diesAfter: 1 + (other % 2) });
        return true;
      case 'send calls while the push service fails':
        await this.#round(pick, { failing: true });
        return true;
      case 'open a phone':
        await this.openPhone(member);
        return true;
      case 'end a phone':
        await this.#endPhone(member, pick, other);
        return true;
      default:
        return false;
    }
  }

  /** Everything that waits is sent. */
  end(): Promise<void> {
    return this.#round(-1, {});
  }

  async #endPhone(member: NewMember, pick: number, other: number): Promise<void> {
    const own = this.#phonesOf(member.id);
    const phone = own[pick % Math.max(1, own.length)];
    if (!phone || own.length < 2) return;
    await phone.ends[other % phone.ends.length]?.();
    this.#ended.add(phone.endpoint);
    this.#coverage.count(`fault: ${['signed out', 'expired', 'unsubscribed', 'gone'][other % phone.ends.length]} phone`);
  }

  #phonesOf(member: string): Phone[] {
    return [...this.#phones.values()].filter((phone) => phone.member === member && !this.#ended.has(phone.endpoint));
  }

  /** No other write of the history is in progress while calls are sent. `pick` chooses the lines that are due. */
  #round(pick: number, mishap: Mishap): Promise<void> {
    return this.#ledger.write(async () => {
      const { moments, now: facts, moment } = this.#ledger.oracle;
      await this.#calling.settled();
      this.#events.follow(moments);
      const before = await this.#calling.lines();
      for (const event of this.#events.waiting) {
        if (whyNot(facts, event) === null && !before.some((line) => covers(line, event))) this.#complain(event, 'has no line');
      }
      const due = before.filter((_, nth) => (pick >> (nth % 10)) & 1);
      const now = Date.now();
      const sent = await this.#calling.send(due, mishap);
      const after = await this.#calling.lines();
      const arrived = sent.arrived.flatMap((one) => this.#onPhone(one, moment));
      const round: Round = { facts, now, due, after, arrived };
      for (const { phone, call } of arrived) this.#mayArrive(round, phone, call);
      const done = due.filter(({ id }) => !after.some((line) => line.id === id));
      if (sent.died) {
        this.#coverage.count('fault: died between sending and noting');
        for (const { id, line } of due) {
          if (!done.some((one) => one.id === id)) this.#deaths.set(line, (this.#deaths.get(line) ?? 0) + 1);
        }
      } else if (done.length < due.length) this.#ledger.complain(`a line that was due is still there: ${due[0]?.line}`);
      for (const line of done) this.#mustHaveArrived(round, line);
      for (const event of this.#events.waiting) if (!after.some((line) => covers(line, event))) this.#events.waiting.delete(event);
      for (const complaint of this.#calling.complaints) this.#ledger.complain(`the push service refused a call: ${complaint}`);
    });
  }

  #onPhone(one: ArrivedCall, moment: number): Round['arrived'] {
    const phone = this.#phones.get(one.endpoint);
    // A phone of another history on this server.
    if (!phone) return [];
    this.#ledger.shown(phone.member, one.text, moment, 'a call');
    const call = calledIn(one);
    const names = [call.by?.name, call.group?.name];
    const words = (one.text.match(MARKED) ?? []).filter((word) => !names.includes(word));
    if (words.length > 0) this.#ledger.complain(`a call of ${this.#ledger.nameOf(phone.member)} has the words ${words.join(' ')}`);
    return [{ phone, call }];
  }

  #complain({ reader, type, about }: CallEvent, what: string): void {
    const id = typeof about.id === 'string' ? about.id : about.id.value;
    this.#ledger.complain(`what ${this.#ledger.nameOf(reader)} could be called about ${what}: ${type} ${id}`);
  }

  /** The events that a call may be about. */
  #meant({ facts }: Round, { member }: Phone, { tag, type }: Called): { readonly right: CallEvent[]; readonly reasons: string[] } {
    const upTo = this.#missedUpTo.get(member) ?? 0;
    const isMeant = (event: CallEvent) => (type === SUMMARY ? earliest(event.about.created) <= upTo : event.tag === tag);
    const all = [...this.#events.all].filter((event) => event.reader === member && isMeant(event));
    const isRight = (event: CallEvent) => [null, MAYBE].includes(whyNot(facts, event));
    return { right: all.filter(isRight), reasons: all.filter((event) => !isRight(event)).map((event) => String(whyNot(facts, event))) };
  }

  #mayArrive(round: Round, phone: Phone, call: Called): void {
    const { facts, now, due } = round;
    const { right, reasons } = this.#meant(round, phone, call);
    const wrong = (why: string) =>
      this.#ledger.complain(`${this.#ledger.nameOf(phone.member)} was called, ${why}: ${JSON.stringify(call)}`);
    this.#coverage.count(`called: ${call.type}`);
    if (this.#ended.has(phone.endpoint)) wrong('on a phone that has ended');
    if (isQuiet(facts, phone.member, now)) wrong('in quiet hours');
    const event = right.find((one) => isNamed(one, call.event));
    if (!event) {
      wrong(`about what is not to be called about (${reasons.join(', ')})`);
      return;
    }
    const counts = due
      .filter((line) => isFor(line, phone, call.tag) && (call.type === SUMMARY) === line.line.startsWith('quiet|'))
      .map((line) => ({
        most: right.filter((one) => covers(line, one)).length,
        least: right.filter((one) => mustCover(line, one) && whyNot(facts, one) === null).length,
      }));
    if (!counts.some(({ most, least }) => least <= call.count && call.count <= most))
      wrong(`with another count than ${JSON.stringify(counts)}`);
    if (call.unread !== unreadOf(facts, phone.member)) wrong(`with another unread count than ${unreadOf(facts, phone.member)}`);
    if (call.by && call.by.name !== facts.members.get(call.by.id)?.name) wrong('with another name than now');
    if (call.by && !right.some((one) => actorOf(one) === call.by?.id)) wrong('by somebody else');
    if (call.group && call.group.name !== facts.groups.get(call.group.id)?.name) wrong('with another name of the group than now');
    this.#countTimes(phone, call, event, wrong);
  }

  /** A further call about the same is only right where a process died that had its line, and it has the same tag then. */
  #countTimes(phone: Phone, call: Called, event: CallEvent, wrong: (why: string) => void): void {
    const key = `${phone.endpoint} ${call.event} ${call.tag}`;
    const times = 1 + (this.#times.get(key) ?? 0);
    this.#times.set(key, times);
    const line = call.type === SUMMARY ? `quiet|${phone.member}` : event.line;
    if (times > 1 + (this.#deaths.get(line) ?? 0)) wrong(`${times} times`);
    else if (times > 1) this.#coverage.count('called again after a death');
  }

  #mustHaveArrived({ facts, now, arrived, after }: Round, line: CallLine): void {
    const summary = line.line.startsWith('quiet|');
    for (const event of this.#events.waiting) {
      if (!covers(line, event)) continue;
      const why = whyNot(facts, event);
      const { reader, about } = event;
      if (isQuiet(facts, reader, now) && (why === null || why === MAYBE))
        this.#missedUpTo.set(reader, Math.max(this.#missedUpTo.get(reader) ?? 0, latest(about.created)));
      if (!mustCover(line, event)) continue;
      if (why !== null) {
        this.#coverage.count(`not called: ${why}`);
        continue;
      }
      const tag = summary ? SUMMARY : event.tag;
      for (const phone of this.#phonesOf(reader).filter((one) => isFor(line, one, tag))) {
        if (isQuiet(facts, reader, now)) {
          this.#coverage.count('not called: quiet hours');
          if (!after.some((one) => one.line === `quiet|${reader}` && covers(one, event))) this.#complain(event, 'is lost at night');
        } else if (arrived.some((one) => one.phone === phone && one.call.tag === tag)) this.#coverage.count('a call that had to arrive');
        else if (!after.some((one) => one.again !== null && isFor(one, phone, tag) && covers(one, event)))
          this.#complain(event, 'has called nobody');
      }
    }
  }
}
