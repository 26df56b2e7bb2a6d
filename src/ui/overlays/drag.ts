// What a finger that drags a sheet intends when it lets go.

/** How far down closes; on a low sheet, from a third of its height on. */
const FAR = 160;
/** px a ms: a flick closes from a short way on, and a finger on its way up keeps the sheet open. */
const FAST = 0.5;
const SHORT = 24;

/** Whether letting go closes a sheet of this height that was dragged `dy` px down and moves at `velocity` px a ms, downwards. */
export function dragCloses(dy: number, height: number, velocity: number): boolean {
  if (velocity < -FAST) return false;
  if (velocity > FAST) return dy >= SHORT;
  return dy >= Math.min(FAR, height / 3);
}
