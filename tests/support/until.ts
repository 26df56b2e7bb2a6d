/** Polls a condition every few milliseconds. Throws when it is not true in time, by default a minute: that only ends what hangs. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`did not come true within ${withinMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
