/** What the threads of a page do while nobody does anything, from the browser's own trace, which adds nothing to the page. */
import type { CDPSession } from 'playwright-core';

export interface ThreadUse {
  /** tasks in which script ran, per second: timers, frames, messages, network events */
  readonly wakeUps: number;
  /** processor time, in milliseconds per second */
  readonly cpuMs: number;
}
export interface IdleUse {
  readonly page: ThreadUse;
  readonly worker: ThreadUse;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute', '__metadata'];
/** Includes the microtasks that follow: chunks of a stream run only in those. */
const TASK = 'RunTask';
const scripts = new Set(['FunctionCall', 'TimerFire', 'FireAnimationFrame', 'FireIdleCallback', 'EvaluateScript', 'RunMicrotasks']);

/** Traces the whole browser for this long; `session` is the browser's own. */
export async function traceIdle(session: CDPSession, seconds: number): Promise<IdleUse> {
  await session.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig: { includedCategories: categories } });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const complete = new Promise<{ stream?: string }>((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  const events = JSON.parse(await readStream(session, (await complete).stream ?? '')).traceEvents as TraceEvent[];
  const threads = events.filter(({ name }) => name === 'thread_name');
  const worker = threads.find(({ args }) => args.name?.startsWith('DedicatedWorker'));
  const page = threads.find(({ pid, args }) => pid === worker?.pid && args.name === 'CrRendererMain');
  if (!worker || !page) throw new Error('the page has no worker');
  return { page: usageOf(page, events, seconds), worker: usageOf(worker, events, seconds) };
}

async function readStream(session: CDPSession, handle: string): Promise<string> {
  let text = '';
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle });
    text += base64Encoded ? Buffer.from(data, 'base64').toString() : data;
    if (eof) return text;
  }
}

function usageOf({ pid, tid }: TraceEvent, events: readonly TraceEvent[], seconds: number): ThreadUse {
  const own = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X');
  const tasks = own.filter(({ name }) => name === TASK);
  // The start of the trace is a task itself, so there is at least one.
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  const ran = own.filter(({ name }) => scripts.has(name));
  const isIn = (task: TraceEvent) => ran.some(({ ts }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0));
  return {
    wakeUps: tasks.filter(isIn).length / seconds,
    cpuMs: tasks.reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000 / seconds,
  };
}
