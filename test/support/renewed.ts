/** Stands for whatever there is at the moment: reads, writes and calls go through to it. */
export function standingFor<T extends object>(current: () => T | undefined): T {
  const now = () => {
    const there = current();
    if (there === undefined) throw new Error("It is not there yet");
    return there;
  };
  return new Proxy({} as T, {
    get(_, name) {
      const member: unknown = Reflect.get(now(), name, now());
      return typeof member === "function" ? member.bind(now()) : member;
    },
    set: (_, name, member) => Reflect.set(now(), name, member, now()),
    has: (_, name) => Reflect.has(now(), name),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(now(), name),
  });
}

/** One name for an object that is made anew before each test of the surrounding `describe`. */
export function renewed<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeEach(async () => {
    made = await make();
  });
  return standingFor(() => made);
}
