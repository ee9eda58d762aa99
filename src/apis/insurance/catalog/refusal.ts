/** What an operator asked of the catalog cannot be done; the message says why and what would work. */
export class CatalogRefusal extends Error {
  override readonly name = "CatalogRefusal";
}
