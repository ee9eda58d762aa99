/** The ordering API on a real server and database, for the tests of its operations. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/ordering/contract.ts";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { type OpeningHours, openingMinutes, weekdays } from "#src/apis/ordering/vendors/opening-hours.ts";
import { type Answer, ApiServer, type RequestHeaders as Headers, servers } from "#test/support/api-server.ts";

export type { Answer, Headers };

export type Problem = Schemas["Problem"];

export const addresses = {
  quote: "/api/v1/pricing/quote",
  customer: "/api/v1/customers/customers/create-customer",
  address: "/api/v1/customers/customers/addresses/create-customer-address",
  activate: "/api/v1/customers/customers/addresses/make-customer-address-active",
  remove: "/api/v1/customers/customers/addresses/delete-customer-address",
  list: "/api/v1/customers/customers/addresses/fetch-customer-addresses",
  nearby: "/api/v1/customers/customers/vendors/nearby",
  checkout: "/api/v1/payments/checkout",
  attempts: "/api/v1/payments/attempts",
} as const;

const allDay: OpeningHours[] = [{ days: weekdays, from: "00:00", to: "00:00" }];

export interface GivenVendor {
  readonly vendorId?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly approved?: boolean;
  readonly timeZone?: string;
  readonly hours?: readonly OpeningHours[];
  readonly ratingTenths?: number | null;
  /** Kobo. */
  readonly prices?: readonly number[];
}

/** Somewhere in Lagos; tests that look around them take places of their own. */
export const here = { latitude: 6.43, longitude: 3.42 };

/** About this many metres north of a place. */
export function northOf({ latitude, longitude }: typeof here, meters: number): typeof here {
  return { latitude: latitude + meters / 111_318, longitude };
}

export class OrderingServer extends ApiServer<Problem> {
  protected override readonly apis = ["ordering"] as const;

  /** Approved, always open, in the middle of `here`, with two meals for 2,500.00 and 800.00, unless given otherwise. */
  async aVendor(given: GivenVendor = {}): Promise<{ vendorId: string; mealIds: string[] }> {
    const vendorId = given.vendorId ?? `ven_${randomUUID()}`;
    await this.database.pool.query(
      `INSERT INTO vendors (vendor_id, name, approved, time_zone, opening, rating_tenths, latitude, longitude)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        vendorId,
        "Mama Put Kitchen",
        given.approved ?? true,
        given.timeZone ?? "Africa/Lagos",
        openingMinutes(given.hours ?? allDay),
        given.ratingTenths === undefined ? 46 : given.ratingTenths,
        given.latitude ?? here.latitude,
        given.longitude ?? here.longitude,
      ],
    );
    const mealIds: string[] = [];
    for (const price of given.prices ?? [250_000, 80_000]) {
      const mealId = `mea_${randomUUID()}`;
      mealIds.push(mealId);
      await this.database.pool.query("INSERT INTO meals VALUES ($1, $2, 'Jollof rice', $3)", [vendorId, mealId, price]);
    }
    return { vendorId, mealIds };
  }

  aCustomer(given: Partial<Schemas["CustomerRequest"]> = {}): Promise<Schemas["Customer"]> {
    return this.must(this.post<Schemas["Customer"]>(addresses.customer, { ...ada, ...given }));
  }

  anAddress(customerId: string, given: Partial<Schemas["AddressRequest"]> = {}): Promise<Schemas["Address"]> {
    return this.must(this.post<Schemas["Address"]>(addresses.address, { customerId, ...home, ...given }));
  }

  /** For one meal of a new vendor, delivered some hundred metres away, unless given otherwise. */
  async aQuote(given: Partial<Schemas["QuoteRequest"]> = {}): Promise<Schemas["Quote"]> {
    if (given.vendorId !== undefined) return this.must(this.post<Schemas["Quote"]>(addresses.quote, given));
    const { vendorId, mealIds } = await this.aVendor();
    const items = [{ mealId: mealIds[0], quantity: 1 }];
    const location = northOf(here, 500);
    const wish = { vendorId, items, ...(given.addressId === undefined && { location }), ...given };
    return this.must(this.post<Schemas["Quote"]>(addresses.quote, wish));
  }

  /** A body for checkout that succeeds: customer, address and quote are new, unless given. */
  async aCheckoutRequest(given: Partial<Schemas["CheckoutRequest"]> = {}): Promise<Schemas["CheckoutRequest"]> {
    const customerId = given.customerId ?? (await this.aCustomer()).customerId;
    const addressId = given.addressId ?? (await this.anAddress(customerId)).addressId;
    const quoteId = given.quoteId ?? (await this.aQuote()).quoteId;
    return { quoteId, customerId, addressId, paymentMethod: given.paymentMethod ?? "CARD" };
  }

  /** An order that waits for its payment, of such a request. */
  async aCheckout(
    given: Partial<Schemas["CheckoutRequest"]> = {},
  ): Promise<Schemas["Checkout"] & { readonly customerId: string; readonly request: Schemas["CheckoutRequest"] }> {
    const request = await this.aCheckoutRequest(given);
    const checkout = await this.must(this.post<Schemas["Checkout"]>(addresses.checkout, request));
    return { ...checkout, customerId: request.customerId, request };
  }

  attempt(reference: string): Promise<Schemas["PaymentAttempt"]> {
    return this.must(this.get<Schemas["PaymentAttempt"]>(`/api/v1/payments/attempts/${reference}`));
  }

  async settle(reference: string, decision: "approve" | "decline"): Promise<void> {
    const { status } = await this.sendForm(reference, { decision, token: await this.pageToken(reference) });
    if (status !== 200) throw new Error(`settling answered ${status}`);
  }

  /** An order whose payment was declined. */
  async aDeclinedOrder(): Promise<Schemas["Checkout"] & { readonly customerId: string }> {
    const checkout = await this.aCheckout();
    await this.settle(checkout.reference, "decline");
    return checkout;
  }

  order(customerId: string, orderId: string): Promise<Schemas["Order"]> {
    return this.must(this.get<Schemas["Order"]>(`/api/v1/customers/${customerId}/orders/${orderId}`));
  }

  /** The token in the form of the payment page. */
  async pageToken(reference: string): Promise<string> {
    const page = await this.must(this.get<string>(`/pay/${reference}`));
    const [, token] = /name="token" value="([^"]+)"/.exec(String(page)) ?? [];
    if (token === undefined) throw new Error("the page has no form");
    return token;
  }

  sendForm(reference: string, fields: Record<string, string>, headers: Headers = {}): Promise<Answer<string>> {
    const type = { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...headers };
    return this.post<string>(`/pay/${reference}`, new URLSearchParams(fields).toString(), type);
  }

  /** A paid order's delivery, delivered unless another state is given. */
  async aDelivery(
    status: Parameters<typeof advanceDelivery>[2] = "DELIVERED",
  ): Promise<{ readonly customerId: string; readonly deliveryId: string }> {
    const { reference, customerId } = await this.aCheckout();
    await this.settle(reference, "approve");
    const { deliveryId } = await this.attempt(reference);
    if (deliveryId === null) throw new Error("the order was not paid");
    if (status !== "PENDING") await advanceDelivery(this.database, deliveryId, status, new Date());
    return { customerId, deliveryId };
  }

  /** Lets so much time pass for an order, its attempts left as they are. */
  async ageOrder(customerId: string, orderId: string, minutes: number): Promise<void> {
    const { rows } = await this.database.pool.query<{ created_at: Date; pay_before: Date }>(
      "SELECT created_at, pay_before FROM orders WHERE customer_id = $1 AND order_id = $2",
      [customerId, orderId],
    );
    for (const { created_at, pay_before } of rows)
      await this.database.pool.query(
        "UPDATE orders SET created_at = $3, pay_before = $4 WHERE customer_id = $1 AND order_id = $2",
        [customerId, orderId, ...[created_at, pay_before].map((time) => new Date(time.getTime() - minutes * 60_000))],
      );
  }

  /** Lets so much time pass for a stored moment, by moving the moment. */
  async age(table: "quotes" | "payment_attempts", id: string, minutes: number): Promise<void> {
    const key = table === "quotes" ? "quote_id" : "reference";
    const { rows } = await this.database.pool.query<{ created_at: Date; expires_at: Date }>(
      `SELECT created_at, expires_at FROM ${table} WHERE ${key} = $1`,
      [id],
    );
    for (const { created_at, expires_at } of rows)
      await this.database.pool.query(`UPDATE ${table} SET created_at = $2, expires_at = $3 WHERE ${key} = $1`, [
        id,
        ...[created_at, expires_at].map((time) => new Date(time.getTime() - minutes * 60_000)),
      ]);
  }
}

export const ada = { firstName: "Ada", lastName: "Obi", phone: "+2348012345678", email: "ada@example.org" };

export const home = { label: "Home", line1: "12 Adeola Odeku Street", city: "Lagos", ...northOf(here, 600) };

export const [orderingServer, sharedOrderingServer] = servers(OrderingServer);
