/** What a purchase is of: intents on one subject take turns. In SQL: `'quote/' || provider_id || '/' || quote_id`. */
export function quoteSubject({
  providerId,
  quoteId,
}: {
  readonly providerId: string;
  readonly quoteId: string;
}): string {
  return `quote/${providerId}/${quoteId}`;
}
