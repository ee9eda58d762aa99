export {
  type ArchiveContents,
  type ArchiveOptions,
  type ContentFault,
  type IndexedObject,
  indexArchive,
  isArchive,
  UnusableArchiveError,
} from "./archive.ts";
export { bufferSource, fileSource, MalformedObjectError } from "./byte-source.ts";
export { demangle } from "./demangle.ts";
export { isElf, openElf } from "./elf.ts";
export { KeptSegments } from "./kept-segments.ts";
export { openMachO } from "./mach-o.ts";
export { type ObjectFile, otherByteOrder, type SectionName } from "./object-file.ts";
export { BudgetSpentError } from "./reading-budget.ts";
export { SymbolIndex } from "./symbol-index.ts";
export { writeSymbolIndex } from "./write-symbol-index.ts";
