/** The subject of a purchase: one intent at a time may be on it. In SQL: `'quote/' || provider_id || '/' || quote_id`. */
export function quoteSubject({
  providerId,
  quoteId,
}: {
  readonly providerId: string;
  readonly quoteId: string;
}): string {
  return `quote/${providerId}/${quoteId}`;
}
