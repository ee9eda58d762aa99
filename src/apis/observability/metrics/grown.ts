/** A copy of a column that is longer; what is new is zero. */
export function grown<Column extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  column: Column,
  length: number,
): Column {
  const longer = new (column.constructor as new (length: number) => Column)(length);
  longer.set(column);
  return longer;
}
