/** The driver's error, which TypeORM wraps; other errors as they are. */
export function driverErrorOf(error: unknown): unknown {
  return error instanceof Error && "driverError" in error ? error.driverError : error;
}
