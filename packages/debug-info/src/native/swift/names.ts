/** What single letters stand for in mangled names of Swift (swift/docs/ABI/Mangling.rst). */

/** Types and protocols of the standard library, after `S`. */
export const standardNames: Readonly<Record<string, string>> = {
  A: "AutoreleasingUnsafeMutablePointer",
  a: "Array",
  b: "Bool",
  D: "Dictionary",
  d: "Double",
  f: "Float",
  h: "Set",
  I: "DefaultIndices",
  i: "Int",
  J: "Character",
  N: "ClosedRange",
  n: "Range",
  O: "ObjectIdentifier",
  P: "UnsafePointer",
  p: "UnsafeMutablePointer",
  q: "Optional",
  R: "UnsafeBufferPointer",
  r: "UnsafeMutableBufferPointer",
  S: "String",
  s: "Substring",
  u: "UInt",
  V: "UnsafeRawPointer",
  v: "UnsafeMutableRawPointer",
  W: "UnsafeRawBufferPointer",
  w: "UnsafeMutableRawBufferPointer",
};

export const standardProtocols: Readonly<Record<string, string>> = {
  B: "BinaryFloatingPoint",
  E: "Encodable",
  e: "Decodable",
  F: "FloatingPoint",
  G: "RandomNumberGenerator",
  H: "Hashable",
  j: "Numeric",
  K: "BidirectionalCollection",
  k: "RandomAccessCollection",
  L: "Comparable",
  l: "Collection",
  M: "MutableCollection",
  m: "RangeReplaceableCollection",
  Q: "Equatable",
  T: "Sequence",
  t: "IteratorProtocol",
  U: "UnsignedInteger",
  X: "RangeExpression",
  x: "Strideable",
  Y: "RawRepresentable",
  y: "StringProtocol",
  Z: "SignedInteger",
  z: "BinaryInteger",
};

/** Of concurrency, after `Sc`. */
export const concurrencyNames: Readonly<Record<string, string>> = {
  A: "Actor",
  C: "CheckedContinuation",
  c: "UnsafeContinuation",
  E: "CancellationError",
  e: "UnownedSerialExecutor",
  F: "Executor",
  f: "SerialExecutor",
  G: "TaskGroup",
  g: "ThrowingTaskGroup",
  I: "AsyncIteratorProtocol",
  i: "AsyncSequence",
  J: "UnownedJob",
  M: "MainActor",
  P: "TaskPriority",
  S: "AsyncStream",
  s: "AsyncThrowingStream",
  T: "Task",
  t: "UnsafeCurrentTask",
};

/** How a variable is used, after `v` or `i`. */
export const accessors: Readonly<Record<string, string>> = {
  g: "getter",
  s: "setter",
  M: "modify",
  r: "read",
  w: "willset",
  W: "didset",
  m: "materializeForSet",
  i: "init",
};

/** What was made of a function, after `T`: said before its name. */
export const functionForms: Readonly<Record<string, string>> = {
  A: "partial apply for ",
  a: "partial apply for ",
  D: "dynamic ",
  j: "dispatch thunk of ",
  m: "merged ",
  O: "@nonobjc ",
  o: "@objc ",
  q: "method descriptor for ",
  u: "async function pointer to ",
  x: "default associated conformance of ",
};

/** Helpers that move values of a type about, after `WO`. */
export const outlined: Readonly<Record<string, string>> = {
  b: "outlined init with take of ",
  c: "outlined init with copy of ",
  d: "outlined assign with take of ",
  e: "outlined consume of ",
  f: "outlined assign with copy of ",
  h: "outlined destroy of ",
  r: "outlined retain of ",
  s: "outlined release of ",
  y: "outlined copy of ",
};

/** The characters of operators, from `a` on. */
export const operatorCharacters = "& @/= >    <*!|+?%-~   ^ .";
