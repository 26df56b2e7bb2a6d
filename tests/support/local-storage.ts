/** Local or session storage without a browser, for `vi.stubGlobal`. Its own keys are those that are stored, as in a browser. */
export function createLocalStorage(): Record<string, string> {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => delete storage[key],
  });
  return storage;
}
