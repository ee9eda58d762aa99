/**
 * Memory for columns and payloads, which is used again. V8 collects all garbage whenever 64 MB of buffers have come and gone: at a
 * megabyte for each flush that would cost more than the flushes themselves.
 */
import { ByteWriter } from "../../metrics/codec/bytes.ts";

/** So many are kept, and none that grew beyond this (bytes): 4 MiB, and the eighth that a writer adds to what it needs. */
const mostIdle = 16;
const mostBytes = 4.5 * 1024 * 1024;

const idle: ByteWriter[] = [];

/** An empty writer of the caller's own until it is given back. */
export function borrowBytes(): ByteWriter {
  const writer = idle.pop() ?? new ByteWriter(64 * 1024);
  writer.reset();
  return writer;
}

/** Nothing may read or write it afterwards. */
export function giveBackBytes(writer: ByteWriter): void {
  if (idle.length < mostIdle && writer.bytes.length <= mostBytes) idle.push(writer);
}
