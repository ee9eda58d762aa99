/** What the compiler makes of functions and types, in mangled names of Swift. */
import type { NameState } from "./name-state.ts";
import { functionForms, outlined } from "./names.ts";
import { NotRead } from "./text-reader.ts";

function metadata(state: NameState): void {
  const what = { a: "type metadata accessor for ", n: "nominal type descriptor for ", p: "protocol descriptor for " }[
    state.reader.next()
  ];
  if (what === undefined) throw new NotRead();
  state.code(what + state.type().text);
}

/** A type, its protocol and the module that says so. */
function conformance(state: NameState): string {
  state.stack.take("signature");
  const module = state.stack.pop("identifier", "module").text;
  const protocol = state.protocol();
  return `${state.type().text} : ${protocol} in ${module}`;
}

function witness(state: NameState): void {
  const reader = state.reader;
  if (reader.nextIf("P")) {
    const text = `protocol witness table for ${conformance(state)}`;
    state.stack.push({ kind: "entity", text, isFunction: false });
    return;
  }
  const what = reader.nextIf("O") ? outlined[reader.next()] : undefined;
  if (what === undefined) throw new NotRead();
  state.stack.take("signature");
  state.code(what + state.type().text);
}

function form(state: NameState): void {
  const reader = state.reader;
  const letter = reader.next();
  if (letter === "W") {
    const { text } = state.stack.pop("entity");
    state.code(`protocol witness for ${text} in conformance ${conformance(state)}`);
    return;
  }
  if (letter === "g" || letter === "G" || letter === "B") {
    if (reader.match(/[a-z]*[0-9]/y) === "") throw new NotRead();
    const types = state.list(() => state.type().text);
    state.stack.push({ kind: "form", text: `generic specialization <${types.join(", ")}> of ` });
    return;
  }
  if (letter === "f") {
    // What has types of its own is not read.
    if (reader.match(/q?[0-9][nxdgose]+_[nxdgose]/y) === "") throw new NotRead();
    state.stack.push({ kind: "form", text: "function signature specialization of " });
    return;
  }
  if (letter === "Q" || letter === "Y") {
    const part = letter === "Q" ? "await" : "suspend";
    state.stack.push({ kind: "form", text: `(${reader.index()}) ${part} resume partial function for ` });
    return;
  }
  const form = functionForms[letter];
  if (form === undefined) throw new NotRead();
  state.stack.push({ kind: "form", text: form });
}

export const formOperators = { M: metadata, T: form, W: witness } as const;
