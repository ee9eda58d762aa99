/**
 * Options of an `LRUCache` (lru-cache 11) that limit the number of its entries. Its own `max` allocates memory for all of them when the
 * cache is made; with these options memory grows with the entries.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const;
