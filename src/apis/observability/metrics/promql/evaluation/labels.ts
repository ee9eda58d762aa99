/** Label sets, calculated with: names and values in turn, sorted by name, and never changed in place. */
import { keyOfText } from "#src/http/long-text.ts";
import { nameLabel } from "../../label-bytes.ts";
import { compareText, labelValue } from "../../labels.ts";
import { quote } from "../syntax/quote.ts";

export type LabelSet = readonly string[];

export const noLabels: LabelSet = [];

/** The labels that name a metric and its kind: operations whose results are something else leave them out. */
const isMetadata = (name: string) => name === nameLabel || name === "__type__" || name === "__unit__";

export function withoutName(labels: LabelSet): LabelSet {
  return filtered(labels, (name) => !isMetadata(name));
}

export function without(labels: LabelSet, names: readonly string[]): LabelSet {
  return filtered(labels, (name) => !names.includes(name));
}

export function only(labels: LabelSet, names: readonly string[]): LabelSet {
  return filtered(labels, (name) => names.includes(name));
}

function filtered(labels: LabelSet, keeps: (name: string) => boolean): LabelSet {
  let kept: string[] | null = null;
  for (let at = 0; at < labels.length; at += 2) {
    const name = labels[at] as string;
    if (keeps(name)) kept?.push(name, labels[at + 1] as string);
    else kept ??= labels.slice(0, at);
  }
  return kept ?? labels;
}

/** With the label; without it when the value is empty. */
export function withLabel(labels: LabelSet, name: string, value: string): LabelSet {
  const others = without(labels, [name]);
  if (value === "") return others;
  let at = 0;
  while (at < others.length && compareText(others[at] as string, name) < 0) at += 2;
  return [...others.slice(0, at), name, value, ...others.slice(at)];
}

/** No label holds U+0000, so this is different for different sets. */
export function keyOf(labels: LabelSet): string {
  return keyOfText(labels.join("\0"));
}

/** Of the values of these labels. */
export function keyOfOnly(labels: LabelSet, names: readonly string[]): string {
  let key = "";
  for (const name of names) key += `${labelValue(labels, name)}\0`;
  return keyOfText(key);
}

/** The part of label sets by which series are grouped and matched: these labels, or all others but the name. */
export class LabelPart {
  readonly #names: readonly string[];
  readonly #left: ReadonlySet<string> | null;

  constructor(names: readonly string[], isOthers: boolean) {
    this.#names = names;
    this.#left = isOthers ? new Set([...names, nameLabel]) : null;
  }

  of(labels: LabelSet): LabelSet {
    const left = this.#left;
    return left === null ? only(labels, this.#names) : filtered(labels, (name) => !left.has(name));
  }

  keyOf(labels: LabelSet): string {
    if (this.#left === null) return keyOfOnly(labels, this.#names);
    let key = "";
    for (let at = 0; at < labels.length; at += 2) {
      if (!this.#left.has(labels[at] as string)) key += `${labels[at]}\0${labels[at + 1]}\0`;
    }
    return keyOfText(key);
  }
}

/** As an error shows them: `{__name__="up", job="api"}`. */
export function shownLabels(labels: LabelSet): string {
  const shown: string[] = [];
  for (let at = 0; at < labels.length; at += 2) {
    const name = labels[at] as string;
    shown.push(`${/^[A-Za-z_]\w*$/.test(name) ? name : quote(name)}=${quote(labels[at + 1] as string)}`);
  }
  return `{${shown.join(", ")}}`;
}
