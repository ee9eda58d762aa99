/** Degrees north and east (WGS 84). */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
