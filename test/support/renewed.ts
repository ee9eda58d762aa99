/** Stands for whatever there is at the moment: reads go through to it. */
export function standingFor<T extends object>(current: () => T | undefined): T {
  const target = () => {
    const there = current();
    if (there === undefined) throw new Error("It is not there yet");
    return there;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(target(), name),
    has: (_, name) => Reflect.has(target(), name),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(target(), name),
  });
}

/** What is made anew before each test of the surrounding `describe`, under one name. */
export function renewed<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeEach(async () => {
    made = await make();
  });
  return standingFor(() => made);
}
