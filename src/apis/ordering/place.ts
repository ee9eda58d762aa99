/** Degrees north and east (WGS 84). */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The same place to a tenth of a millimetre. PostgreSQL refuses to compute with numbers so small that they underflow,
 * such as 5e-324 degrees.
 */
export function onGrid({ latitude, longitude }: Place): Place {
  const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
  return { latitude: round(latitude), longitude: round(longitude) };
}
