/** Holds a customer's answers to the form that asked for them. */
import type { Schemas } from "#generated/insurer/contract.ts";
import type { FieldError } from "#src/http/problem.ts";
import { refusal } from "./dependencies.ts";
import { optionList } from "./option-lists.ts";

type Answers = Readonly<Schemas["Answers"]>;
type Field = Schemas["FormField"];

/** Throws a refusal when the answers are for another form or version, or are wrong. */
export function requireAnswers(
  form: Schemas["Form"] | null,
  { formId, formVersion, inputs }: { readonly formId: string; readonly formVersion: number; readonly inputs: Answers },
): void {
  if (form?.formId !== formId || form.formVersion !== formVersion)
    throw refusal(422, "FORM_OUTDATED", "The form has another version now.");
  const faults = answerFaults(form.fields, inputs);
  if (faults.length > 0) throw refusal(422, "ANSWERS_INVALID", "Some answers are missing or wrong.", faults);
}

/** Every answer that is missing, wrong or not asked for. */
export function answerFaults(fields: readonly Field[], answers: Answers): FieldError[] {
  const known = new Set(fields.map(({ fieldId }) => fieldId));
  return [
    ...fields.flatMap((field) => {
      if (field.visibleWhen !== undefined && answers[field.visibleWhen.fieldId] !== field.visibleWhen.equals) return [];
      const answer = answers[field.fieldId];
      if (answer === undefined || answer === null || answer === "")
        return field.required ? [fault(field.fieldId, "required", "is required")] : [];
      const message = wrong(field, answer, answers);
      return message === null ? [] : [fault(field.fieldId, "answer", message)];
    }),
    ...Object.keys(answers)
      .filter((name) => !known.has(name))
      .map((name) => fault(name, "unknown", "is not asked for")),
  ];
}

function wrong(field: Field, answer: unknown, answers: Answers): string | null {
  switch (field.type) {
    case "text":
      return typeof answer === "string" && answer.length <= (field.maxLength ?? 10_000) ? null : "must be a short text";
    case "number": {
      const { minimum = -Infinity, maximum = Infinity } = field;
      const fits = typeof answer === "number" && answer >= minimum && answer <= maximum;
      return fits ? null : `must be a number from ${minimum} to ${maximum}`;
    }
    case "date":
      return typeof answer === "string" && isDay(answer) ? null : "must be a day, YYYY-MM-DD";
    case "boolean":
      return typeof answer === "boolean" ? null : "must be true or false";
    case "choice":
      return field.options.some(({ value }) => value === answer) ? null : "must be one of the options";
    case "remote_choice":
      return isListed(field, answer, answers) ? null : "must be one of the options";
    case "file":
      return typeof answer === "string" ? null : "must be a fileId";
  }
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

function isListed(field: Schemas["RemoteChoiceField"], answer: unknown, answers: Answers): boolean {
  const [, , list = "", placeholder] = field.optionsUrl.split("/");
  const parent = placeholder === undefined ? null : String(answers[placeholder.slice(1, -1)] ?? "");
  return optionList(list, parent)?.options.some(({ value }) => value === answer) ?? false;
}

function fault(fieldId: string, code: string, message: string): FieldError {
  return { path: `/body/inputs/${fieldId.replaceAll("~", "~0").replaceAll("/", "~1")}`, code, message };
}
