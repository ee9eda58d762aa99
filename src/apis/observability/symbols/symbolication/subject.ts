/** A stored record that has a stack: an event, a span or a log record. */
import { eventStack, type StackedEvent } from "./event-stack.ts";
import { formLimits, formText, type Symbolication } from "./form.ts";
import { logStacks, spanStacks } from "./otlp-stack.ts";
import type { Stack } from "./stack.ts";
import { type SymbolReaders, symbolicate } from "./symbolicate.ts";

export type Subject =
  | ({ readonly kind: "event"; readonly level: number; readonly message: string | null } & StackedEvent)
  | { readonly kind: "span"; readonly eventsJson: string; readonly resourceJson: string }
  | { readonly kind: "log"; readonly attributesJson: string; readonly resourceJson: string };

/** The form of a subject, as it is kept. */
export interface SubjectForm {
  readonly status: Symbolication["status"];
  /** JSON: a `Symbolication`. */
  readonly text: string;
}

/** Returns null when the subject has no stack that symbols could help. Throws what the readers throw, and SyntaxError for invalid JSON. */
export async function symbolicateSubject(subject: Subject, readers: SymbolReaders): Promise<SubjectForm | null> {
  const stacks = stacksOf(subject);
  if (!stacks.some((stack) => stack !== null)) return null;
  const forms: (Symbolication | null)[] = [];
  for (const stack of stacks) forms.push(stack === null ? null : await symbolicate(stack, readers));
  const form = subject.kind === "event" ? forms[0] : joined(forms);
  return form == null ? null : { status: form.status, text: formText(form) };
}

function stacksOf(subject: Subject): (Stack | null)[] {
  switch (subject.kind) {
    case "event":
      return [eventStack(subject)];
    case "span":
      return spanStacks(subject.eventsJson, subject.resourceJson);
    default:
      return logStacks(subject.attributesJson, subject.resourceJson);
  }
}

/** Several stack traces as one: each text by itself, the rest together. */
function joined(forms: readonly (Symbolication | null)[]): Symbolication {
  const given = forms.flatMap((form) => form ?? []);
  const missing = new Map(given.flatMap((form) => form.missing).map((one) => [JSON.stringify(one), one]));
  const found = given.some(({ status }) => status !== "missing");
  const most = Math.floor(formLimits.json / Math.max(1, forms.length));
  return {
    status: !found ? "missing" : missing.size > 0 ? "partial" : "complete",
    frames: [],
    missing: [...missing.values()],
    stacktraces: forms.map((form) => form?.stacktraces?.[0]?.slice(0, most) ?? null),
  };
}
