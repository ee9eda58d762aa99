/**
 * The products that a business may sell now: it is allowed to, the insurer lists the product as active, and the insurer is switched
 * on. Every reading of the catalog for a business goes through here, so that what fails one of these is absent
 * everywhere alike.
 */
import type { Position } from "#src/http/cursor.ts";
import type { Tenant } from "../tenant.ts";

/** A position in a list of products, which is in the order of sellable_products_pkey. */
interface ListPosition {
  readonly providerId: string;
  readonly productId: string;
}

export function positionOf({ providerId, productId }: ListPosition): Position {
  return [providerId, productId];
}

/** The request for a page of a list of products. */
export interface PageRequest {
  /** Most items of the page, from 1 to 100; 20 when left out. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export const defaultLimit = 20;

/** Collects conditions with their values. `s` is the permission, `p` the insurer's product, `i` the insurer. */
export class OnSale {
  readonly values: unknown[];
  readonly #conditions = ["s.business_id = $1", "s.environment = $2", "p.listed", "p.status = 'ACTIVE'"];

  constructor({ businessId, environment }: Tenant) {
    this.values = [businessId, environment];
  }

  /** A placeholder for the value. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Adds a condition on the value, unless there is none. */
  where<T>(value: T | undefined, condition: (placeholder: string) => string): this {
    if (value !== undefined) this.#conditions.push(condition(this.bind(value)));
    return this;
  }

  /** Goes on after a position that `positionOf` gave; begins where it is null. By sellable_products_pkey. */
  after(position: Position | null): this {
    if (position === null) return this;
    const [providerId, productId] = position;
    this.#conditions.push(`(s.provider_id, s.product_id) > (${this.bind(providerId)}, ${this.bind(productId)})`);
    return this;
  }

  /**
   * OFFSET 0 keeps the insurer's id apart from the product's. As long as there are no statistics, PostgreSQL would
   * otherwise look products up by their insurer alone, and read all of that insurer's for each.
   */
  toString(): string {
    return `FROM sellable_products s
      JOIN insurer_products p ON p.provider_id = s.provider_id AND p.product_id = s.product_id
      CROSS JOIN LATERAL (SELECT name FROM insurers WHERE id = s.provider_id AND active OFFSET 0) i
      WHERE ${this.#conditions.join(" AND ")}`;
  }
}
