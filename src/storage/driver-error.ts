/** Unwraps the driver's error from TypeORM's. Other errors are returned unchanged. */
export function driverErrorOf(error: unknown): unknown {
  return error instanceof Error && "driverError" in error ? error.driverError : error;
}
