/** The attributes of OTLP as labels of Prometheus (OpenTelemetry specification, Prometheus and OpenMetrics compatibility). */
import { type KeyValue, plainText } from "../../otlp/attributes.ts";
import { labelLimits, nameLabel } from "../label-bytes.ts";
import { labelName } from "./names.ts";

export type LabelPair = readonly [name: string, value: string];

const identifying = new Set(["service.name", "service.namespace", "service.instance.id"]);

/** Whether `job` and `instance` are made of an attribute of this name. */
export const isIdentifying = (key: string): boolean => identifying.has(key);

/** `job` and `instance`, which say where a series comes from. */
export function targetLabels(attributes: readonly KeyValue[]): LabelPair[] {
  const textOf = (wanted: string) => {
    const attribute = attributes.find(({ key }) => key === wanted);
    return attribute === undefined ? "" : plainText(attribute.value);
  };
  const [name, namespace, instance] = [
    textOf("service.name"),
    textOf("service.namespace"),
    textOf("service.instance.id"),
  ];
  const job = namespace !== "" && name !== "" ? `${namespace}/${name}` : name;
  return [["job", job] as const, ["instance", instance] as const].filter(([, value]) => value !== "");
}

/** The scope of an instrument: its name, its version and its attributes. */
export function scopeLabels(scopeJson: string): LabelPair[] {
  const { name, version, attributes } = JSON.parse(scopeJson) as {
    readonly name: string;
    readonly version: string;
    readonly attributes: readonly KeyValue[];
  };
  const long = longNamed(attributes);
  return [
    ...(long === undefined ? attributes : [long]).map(
      ({ key, value }) => [`otel_scope_${labelName(key)}`, plainText(value)] as const,
    ),
    ["otel_scope_name", name],
    ["otel_scope_version", version],
  ];
}

/**
 * An attribute whose name is longer than a label's, cut short: the store refuses every series that has it, so that what else there is does
 * not matter.
 */
function longNamed(attributes: readonly KeyValue[]): KeyValue | undefined {
  const long = attributes.find(({ key, value }) => key.length > labelLimits.nameBytes && plainText(value) !== "");
  return long === undefined ? undefined : { ...long, key: long.key.slice(0, 2 * labelLimits.nameBytes) };
}

/** Attributes whose names become one label share it, in the order of their own names. */
export function attributeLabels(attributes: readonly KeyValue[]): LabelPair[] {
  const long = longNamed(attributes);
  if (long !== undefined) return [[labelName(long.key), plainText(long.value)]];
  const values = new Map<string, string>();
  const ordered = attributes.length < 2 ? attributes : [...attributes].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, value } of ordered) {
    if (key.length > labelLimits.nameBytes) continue;
    const name = labelName(key);
    const before = values.get(name);
    values.set(name, before === undefined ? plainText(value) : `${before};${plainText(value)}`);
  }
  return [...values].filter(([name]) => name !== "" && name !== nameLabel);
}
