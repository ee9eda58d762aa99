/** What an operator asked for cannot be done; the message tells that person why and what would work. */
export class IdentityRefusal extends Error {
  override readonly name = "IdentityRefusal";
}
