/** Plays a history on a real server and checks everything against the oracle. */
import { newId } from '../../../schemas/base/new-id.ts';
import { type Access, openAccess } from './access.ts';
import { writeAcrossClocks } from './across-clocks.ts';
import { fairActs, firstPossible } from './acts.ts';
import { agrees } from './agrees.ts';
import { callActs } from './calls/call-acts.ts';
import { PlayedCalls } from './calls/play-calls.ts';
import { CircleHappenings } from './circle-happenings.ts';
import { type Device, wrongClock } from './device.ts';
import { deviceOf, happenToDevice } from './device-happenings.ts';
import type { History, Step } from './history.ts';
import { holdingsOf } from './holdings.ts';
import { isGivenBack, noWriteIsLost, refusalsAreShown, tabsAgree } from './kept-writes.ts';
import { Ledger, marked } from './ledger.ts';
import { disasters, faultsOfPulls, Network } from './network.ts';
import type { NewMember } from './oracle.ts';
import { photosAgree } from './photos-agree.ts';
import { pictures } from './pictures.ts';
import { readByRest } from './read-by-rest.ts';
import { readAnyPhoto, readNewestPhoto } from './read-photo.ts';
import { Replica } from './replica.ts';
import { replicaDevice } from './replica-device.ts';
import type { AnswerData } from './requested-act.ts';
import type { Plan, Scene } from './scene.ts';
import type { Player, Stage } from './stage.ts';
import { unfairActs } from './unfair-acts.ts';
import { openWorkerDevice } from './worker-device.ts';
import { workerParts } from './worker-parts.ts';

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;
/** So many members stay in a circle. */
const AT_LEAST = 2;

export async function playHistory(stage: Stage, history: History): Promise<void> {
  const play = new Play(stage, history);
  try {
    await play.begin();
    for (const step of history.steps) await play.step(step);
    await play.end();
  } finally {
    await play.close();
  }
}

class Play {
  readonly #stage: Stage;
  readonly #history: History;
  readonly #ledger: Ledger;
  readonly #calls: PlayedCalls | null;
  readonly #circle: CircleHappenings;
  readonly #players: Player[] = [];
  #texts = 0;
  readonly #stranger: string;
  #joined = false;
  #disasters = 0;

  constructor(stage: Stage, history: History) {
    this.#stage = stage;
    this.#history = history;
    this.#ledger = new Ledger(stage);
    this.#circle = new CircleHappenings(stage, this.#ledger);
    this.#stranger = `m${this.#newId()}@kith.test`;
    this.#calls = stage.calling ? new PlayedCalls(stage.calling, this.#ledger, stage.coverage) : null;
  }

  #newId = (): string => newId(this.#stage.realm.Date.now(), this.#stage.realm);

  #text = (): string => {
    this.#texts += 1;
    return marked(`t${this.#texts}`);
  };

  /** A new, empty device. A third of the clocks is two days behind and another third two days ahead, until a step sets them. */
  #replica(member: NewMember, access: Access, at: number): Device {
    const skew = ((at % 3) - 1) * TWO_DAYS_MS;
    if (skew !== 0) this.#stage.coverage.count('fault: a clock two days off');
    return replicaDevice(new Replica(this.#ledger, this.#network(member, access), skew));
  }

  #network(member: NewMember, access: Access): Network {
    const { line, strike } = this.#stage;
    return new Network({ ledger: this.#ledger, line, member: member.id, access, strike });
  }

  /** In histories with workers, the first device of each of the first three members has a worker, with part of the collections. */
  #device(member: NewMember, access: Access, at: number, nth: number): Promise<Device> | Device {
    const parts = this.#history.workers === null ? undefined : workerParts[this.#history.workers % workerParts.length];
    const part = nth === 0 ? parts?.[at] : undefined;
    if (!part) return this.#replica(member, access, at + nth);
    return openWorkerDevice({
      network: this.#network(member, access),
      member: member.id,
      access,
      ...part,
      ...{ drawCut: this.#stage.drawCut, drawWake: this.#stage.drawWake, drawKill: this.#stage.drawKill },
    });
  }

  async begin(): Promise<void> {
    const { people, coverage } = this.#stage;
    coverage.histories += 1;
    for (let at = 0; at < this.#history.members; at += 1) {
      const from = this.#stage.realm.Date.now();
      const member = await people.member(marked(`member ${at}`));
      this.#ledger.oracle.joined(member, this.#ledger.when(from));
      const access = await openAccess(() => people.token(member));
      const devices: Device[] = [];
      this.#players.push({ member, access, devices, copy: null });
      for (let nth = 0; nth < (this.#history.devices[at] ?? 1); nth += 1) devices.push(await this.#device(member, access, at, nth));
    }
    for (const [a, b] of this.#history.friends) await this.#befriend(a % this.#history.members, b % this.#history.members);
    for (const { member, devices } of this.#players) {
      for (const device of devices) {
        await this.#calls?.openPhone(member);
        await device.pull(true);
        if (devices.length > 1) device.openStream();
      }
    }
    this.#ledger.check();
  }

  /** A new member signs up, once in a history, and receives the invitations to their address. */
  async #somebodyJoins(): Promise<void> {
    if (this.#joined) return;
    this.#joined = true;
    const from = this.#stage.realm.Date.now();
    // No other write runs at the same time, so the moment of the verification is known.
    const joined = await this.#ledger.write(async () => {
      const signed = await this.#stage.people.signUp(marked('somebody new'), this.#stranger);
      this.#ledger.oracle.joined(signed.member, this.#ledger.when(from));
      return signed;
    });
    const { member } = joined;
    const access = await openAccess(async () => joined.token);
    const devices = [this.#replica(member, access, 1)];
    this.#players.push({ member, access, devices, copy: null });
    this.#stage.coverage.count('act: sign up');
    const waited = holdingsOf(this.#ledger.oracle.now, member.id).invitations.length;
    if (waited > 0) this.#stage.coverage.count('act: sign up where invitations wait');
  }

  /** Somebody deletes their account. Their devices end before, with what waits on them. */
  async #leave(player: Player): Promise<void> {
    if (this.#players.length <= AT_LEAST) return;
    for (const device of player.devices) {
      await device.close();
      device.network.cut();
    }
    this.#players.splice(this.#players.indexOf(player), 1);
    await this.#ledger.write(async () => {
      const from = this.#stage.realm.Date.now();
      await this.#stage.people.leave(player.member);
      this.#ledger.left(player.member.id, from);
    });
    this.#stage.coverage.count('act: delete the account');
  }

  /** Posts and comments that reach the server at the same time. The outcome must not depend on their order. */
  async #everybodyWrites(step: Step): Promise<void> {
    // A worker chooses itself when to send, and what.
    if (this.#history.workers !== null) return;
    const ready: Device[] = [];
    for (const [at, player] of this.#players.entries()) {
      const device = player.devices[0];
      if (!device?.network.up || !(await device.send(true))) continue;
      const scene = await this.#scene(player, device, step.pick + 8 * at, step.other + at);
      const plan = (at % 2 === 0 ? fairActs.comment?.(scene) : null) ?? fairActs.post?.(scene);
      if (!plan?.write) continue;
      await device.write(plan.write);
      ready.push(device);
    }
    await this.#ledger.writeTogether(async () => {
      await Promise.all(ready.map((device) => device.send(false)));
    });
    if (ready.length > 1) this.#stage.coverage.count('act: writing at the same time');
  }

  /** Uses separate devices, so that the members' other devices learn about the friendship by sync. */
  async #befriend(a: number, b: number): Promise<void> {
    const [one, other] = [this.#players[a], this.#players[b]];
    if (!one || !other || a === b) return;
    const [mine, theirs] = [this.#replica(one.member, one.access, 1), this.#replica(other.member, other.access, 1)];
    const plan = fairActs['invite by id']?.({ ...(await this.#scene(one, mine, 0, 0)), people: [other.member] });
    if (!plan?.write) return;
    await mine.write(plan.write);
    await mine.send(true);
    await theirs.write({ collection: 'invitations', id: plan.write.id, fields: { kind: 'friend', status: 'accepted' } });
    await theirs.send(true);
  }

  async #scene(player: Player, device: Device, pick: number, other: number): Promise<Scene> {
    return {
      me: player.member,
      people: this.#players.map((one) => one.member),
      stranger: this.#stranger,
      rows: await device.shownRows(),
      facts: this.#ledger.oracle.now,
      newId: this.#newId,
      text: this.#text,
      now: new Date(this.#stage.realm.Date.now()).toISOString(),
      pick,
      other,
    };
  }

  async step(step: Step): Promise<void> {
    this.#ledger.note(`step ${JSON.stringify(step)}`);
    const [player, at] = deviceOf(step, this.#players);
    const device = player.devices[at] as Device;
    // A worker's device only does what a page offers.
    const unfair = unfairActs[step.does];
    const act = fairActs[step.does] ?? callActs[step.does] ?? (unfair && device.kind === 'worker' ? fairActs.post : unfair);
    if (act) {
      // Half of these devices pull before they act; the others act on what they have.
      if (device.network.up && !device.streaming && step.pick % 2 === 0) await device.pull(false);
      const scene = await this.#scene(player, device, step.pick, step.other);
      const [does, plan] = firstPossible(step.does, act, scene, device.collections);
      this.#stage.coverage.count(`act: ${does}`);
      this.#stage.coverage.pairs.begin(does, device);
      await this.#carryOut(player, device, plan, step);
      this.#stage.coverage.pairs.over();
    } else {
      await this.#happen(player, at, device, step);
      this.#stage.coverage.pairs.happened(player.devices[at] ?? device, step.does);
    }
    this.#ledger.check();
  }

  async #carryOut(player: Player, device: Device, plan: Plan, step: Step): Promise<void> {
    const { network } = device;
    if (plan.request && network.up && (step.rest || !plan.write)) {
      const ledger = this.#ledger;
      const { request } = plan;
      const { method, path, picture } = request;
      const body = picture ? pictures[picture] : request.body && JSON.stringify(request.body);
      const type = picture ? { 'content-type': 'image/png' } : {};
      await ledger.write(async () => {
        const from = this.#stage.realm.Date.now();
        const { text } = await network.untilAnswered(method, `/api${path}`, body, { ...type, 'idempotency-key': this.#newId() });
        const answer = JSON.parse(text) as { success: boolean; code?: string; data?: AnswerData };
        const when = ledger.when(from);
        const newestWrite = await this.#stage.people.newestWrite(player.member);
        const code = answer.success ? null : (answer.code ?? 'no code');
        ledger.requested(player.member.id, request, { code, data: answer.data, newestWrite }, when);
        ledger.shown(player.member.id, text, ledger.oracle.moment, `${method} ${path}`);
      });
      return;
    }
    if (!plan.write) return;
    network.fault = network.up ? this.#faultOf(step) : null;
    await device.write(plan.write);
    if (network.up) await device.send(false, step.other % 3 === 0 ? 1 : 100);
  }

  /** Goes through the disasters in turn, so that a few histories cover all of them. */
  #faultOf({ fault }: Step): Step['fault'] {
    if (!disasters.some((one) => one === fault)) return fault;
    this.#disasters += 1;
    return disasters[(this.#history.members + this.#disasters) % disasters.length] ?? null;
  }

  async #happen(player: Player, at: number, device: Device, step: Step): Promise<void> {
    const { coverage } = this.#stage;
    const { network } = device;
    network.fault = step.does.startsWith('pull') && faultsOfPulls.has(step.fault) ? step.fault : null;
    if (await happenToDevice(device, step, coverage)) return;
    const all = this.#players.flatMap(({ devices }) => devices);
    if (await this.#circle.happen(step, device, all)) return;
    switch (step.does) {
      case 'write across clocks':
        if (await writeAcrossClocks(device, await this.#scene(player, device, step.pick, step.other), wrongClock(step.other)))
          coverage.count('fault: write across clocks');
        break;
      case 'keep a copy':
        await device.quiet();
        if ('replica' in device) player.copy = { device, back: (device as ReturnType<typeof replicaDevice>).replica.copy() };
        break;
      case 'go back to the copy':
        if (player.copy?.device !== device) break;
        device.closeStream();
        await device.quiet();
        player.copy.back();
        coverage.count('fault: a device put back to an old copy');
        break;
      case 'begin anew':
        await device.quiet();
        device.closeStream();
        // Its pending writes and the refusals that it showed are lost with it.
        await device.close();
        player.devices[at] = await this.#device(player.member, player.access, step.by % this.#players.length, at);
        coverage.count('fault: a device lost');
        break;
      case 'read by REST':
        if (network.up) await readByRest(this.#ledger, network, player.member, step);
        break;
      case 'look at a photo':
        if (network.up) await readAnyPhoto(this.#ledger, network, player.member, step);
        break;
      case 'somebody joins':
        await this.#somebodyJoins();
        break;
      case 'delete the account':
        await this.#leave(player);
        break;
      case 'everybody writes at once':
        await this.#everybodyWrites(step);
        break;
      case 'barrier':
        await this.#barrier();
        break;
      default:
        if (!(await this.#calls?.happen(player.member, step))) throw new Error(`nobody knows how to ${step.does}`);
    }
  }

  /** Everything works again: everything is sent and fetched, and every device has exactly what its member may see. */
  async #barrier(): Promise<void> {
    const { coverage } = this.#stage;
    const all = this.#players.flatMap(({ member, devices }) => devices.map((device) => ({ member, device })));
    for (const { device } of all) {
      device.network.fault = null;
      device.emptyDisk?.();
      device.goOn?.();
      device.comeBack();
      if (!(await device.send(true))) throw new Error('a push was not answered although the network stands');
    }
    for (const { member, device } of all) {
      await noWriteIsLost(this.#ledger, member, device);
      const asks = device.kind === 'worker' || !device.streaming;
      if (asks && !(await device.pull(true))) throw new Error('a pull did not come to its end although the network stands');
      await agrees(this.#ledger, member, device, asks);
      await tabsAgree(this.#ledger, member, device);
      isGivenBack(this.#ledger, member, device);
      await photosAgree(this.#ledger, member, device);
      await readNewestPhoto(this.#ledger, device.network, member);
      const hidden = await device.hiddenNotifications();
      if (hidden > 0) this.#ledger.complain(`${member.name}'s device takes ${hidden} notifications of today for too old`);
    }
    coverage.barriers += 1;
    coverage.pairs.barrier();
    this.#ledger.check();
  }

  async end(): Promise<void> {
    await this.#barrier();
    await this.#calls?.end();
    for (const { member, devices } of this.#players) for (const device of devices) await refusalsAreShown(this.#ledger, member, device);
    // A new device fetches the same, in small pages.
    for (const { member, access } of this.#players.slice(0, 2)) {
      const fresh = this.#replica(member, access, 1);
      if (!(await fresh.pull(true, 12))) throw new Error('a new device could not pull');
      await agrees(this.#ledger, member, fresh, true);
    }
    this.#ledger.check();
  }

  async close(): Promise<void> {
    for (const { devices } of this.#players) {
      for (const device of devices) {
        device.network.cut();
        await device.close().catch(() => undefined);
      }
    }
  }
}
