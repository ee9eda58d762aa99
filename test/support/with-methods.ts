/** The object, some of whose methods do something else. */
export function withMethods<T extends object>(of: T, methods: Readonly<Record<string, unknown>>): T {
  return new Proxy(of, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
