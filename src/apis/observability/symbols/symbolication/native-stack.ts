/** The frames of native crashes: iOS, the Android NDK, and the obfuscated builds of Dart. */
import { type FrameImage, listOf, type NativeFrame, positionOf, recordOf, type Stack, textOf } from "./stack.ts";

type Json = Readonly<Record<string, unknown>>;

interface Image extends FrameImage {
  readonly name: string | null;
  readonly start: bigint;
  /** The first address after it; its start where the size is not known. */
  readonly end: bigint;
}

/** The stack of `nativeStacktrace` or `nativeFrames`; null when the event has neither. */
export function nativeStack(payload: Json, platform: string): Stack | null {
  const own = listOf(payload.nativeStacktrace);
  const frames = own.length > 0 ? own : listOf(payload.nativeFrames);
  if (frames.length === 0) return null;
  const images = imagesOf(payload);
  const places = frames.map((frame, at) => ({
    frame,
    at: typeof frame.frame_index === "number" ? frame.frame_index : at,
  }));
  places.sort((one, other) => one.at - other.at);
  return { family: "native", platform, frames: places.map(({ frame, at }) => nativeFrame(frame, at, images)) };
}

function nativeFrame(frame: Json, index: number, images: readonly Image[]): NativeFrame {
  const address = textOf(frame.instruction_addr);
  const at = addressOf(address);
  const base = addressOf(textOf(frame.image_addr));
  const name = textOf(frame.image_name);
  const image = imageAt(images, at, base, name);
  const start = base ?? image?.start ?? null;
  return {
    raw: [index, name ?? image?.name ?? "?", address ?? "?"].join(" "),
    address,
    image,
    offset: at === null || start === null ? null : offsetOf(at, start),
    isFileAddress: false,
    inApp: frame.in_app !== false,
    function: textOf(frame.function),
  };
}

/** By where it was loaded, else by the address, else by its name. */
function imageAt(images: readonly Image[], at: bigint | null, base: bigint | null, name: string | null): Image | null {
  const found =
    (base === null ? undefined : images.find(({ start }) => start === base)) ??
    (at === null ? undefined : images.find(({ start, end }) => at >= start && at < end)) ??
    (name === null ? undefined : images.find((image) => image.name === name));
  return found ?? null;
}

function imagesOf(payload: Json): Image[] {
  return listOf(payload.binaryImages).flatMap((image) => {
    const debugId = uuidOf(textOf(image.debug_id));
    const start = addressOf(textOf(image.image_addr));
    if (debugId === null || start === null) return [];
    const size = BigInt(positionOf(image.image_size) ?? 0);
    return [{ debugId, arch: textOf(image.arch) ?? "", name: textOf(image.name), start, end: start + size }];
  });
}

/** Hexadecimal digits of a UUID or a longer build id, with or without hyphens. */
export function uuidOf(text: string | null): string | null {
  const hex = text?.replaceAll("-", "").toLowerCase() ?? "";
  if (!/^[0-9a-f]{16,64}$/.test(hex)) return null;
  return hex
    .padEnd(32, "0")
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function addressOf(text: string | null): bigint | null {
  const hex = text?.replace(/^0[xX]/, "") ?? "";
  return /^[0-9A-Fa-f]{1,16}$/.test(hex) ? BigInt(`0x${hex}`) : null;
}

function offsetOf(at: bigint, start: bigint): number | null {
  const offset = at - start;
  return offset >= 0n && offset < 0x1_0000_0000n ? Number(offset) : null;
}

/** A line of a Dart trace without names: `#00 abs 000075f1 virt 00000000001c23 _kDartIsolateSnapshotInstructions+0x1c23`. */
const dartFrame = /#(\d{1,6})\s+abs ([0-9a-f]{1,16})(?: virt ([0-9a-f]{1,16}))?(?: (\S+))?/;
const dartBuildId = /build_id: '([0-9a-f]{16,64})'/;
const dartBase = /isolate_dso_base: ([0-9a-f]{1,16})/;
const mostLines = 10_000;

/**
 * The stack of a Dart exception whose build was obfuscated, which came as frames or as text; null for one with names. Its
 * build is named in the trace, or is the only image.
 */
export function dartStack(payload: Json, platform: string): Stack | null {
  const exception = recordOf(payload.exception);
  const framed = listOf(recordOf(exception.stacktrace).frames).map((frame) =>
    [textOf(frame.function) ?? "", textOf(frame.filename) ?? ""].join(" "),
  );
  const lines = (framed.length > 0 ? framed : (textOf(exception.value)?.split("\n") ?? [])).slice(0, mostLines);
  const all = lines.join("\n");
  const [image] = imagesOf(payload);
  const debugId = uuidOf(dartBuildId.exec(all)?.[1] ?? null) ?? image?.debugId ?? null;
  const base = addressOf(dartBase.exec(all)?.[1] ?? null) ?? image?.start ?? null;
  const frames = lines.flatMap((line): NativeFrame[] => {
    const found = dartFrame.exec(line);
    if (found === null) return [];
    const [raw, , absolute = "", virtual] = found;
    const at = addressOf(virtual ?? absolute);
    const start = virtual === undefined ? base : 0n;
    return [
      {
        raw,
        address: `0x${absolute}`,
        image: debugId === null ? null : { debugId, arch: image?.arch ?? "" },
        offset: at === null || start === null ? null : offsetOf(at, start),
        isFileAddress: virtual !== undefined,
        inApp: true,
        function: null,
      },
    ];
  });
  return frames.length === 0 ? null : { family: "native", platform, frames };
}
