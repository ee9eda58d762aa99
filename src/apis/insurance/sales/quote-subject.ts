/** What a purchase is of: there is one intent on a subject at a time. In SQL: `'quote/' || provider_id || '/' || quote_id`. */
export function quoteSubject({
  providerId,
  quoteId,
}: {
  readonly providerId: string;
  readonly quoteId: string;
}): string {
  return `quote/${providerId}/${quoteId}`;
}
