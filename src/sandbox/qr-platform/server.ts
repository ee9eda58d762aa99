/**
 * A QR platform, as a server of its own: it makes a customer of every account that codes are made for, once for each account. What
 * it does follows from the last two digits of the phone, so that every course can be seen: `00` refuses the customer (422), `99` lets
 * the request wait without an answer and has made the customer nonetheless; everything else makes it at once.
 *
 * - `PUT /customers/{account}` takes `{name, phone, email}`.
 */
import { notHere, type SandboxService, type ServiceOptions, startService, textsOf } from "../service.ts";

export interface SandboxQrCustomer {
  readonly customerId: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

export interface SandboxQrPlatform extends SandboxService {
  /** By the account. */
  readonly customers: ReadonlyMap<string, SandboxQrCustomer>;
}

export async function startSandboxQrPlatform(options: ServiceOptions): Promise<SandboxQrPlatform> {
  const customers = new Map<string, SandboxQrCustomer>();
  const service = await startService(options, {
    async answer({ method, path, read }) {
      const account = /^\/customers\/(\d{10})$/.exec(path)?.[1];
      if (method !== "PUT" || account === undefined) return notHere;
      const particulars = textsOf(await read(), ["name", "phone", "email"]);
      if (particulars === null) return [400, { message: "not a customer" }];
      const course = particulars.phone.slice(-2);
      if (course === "00") return [422, { message: "refused" }];
      const known = customers.get(account);
      const customer = { ...particulars, customerId: known?.customerId ?? `qrc_${account}` };
      customers.set(account, customer);
      return course === "99" ? null : [known === undefined ? 201 : 200, { customerId: customer.customerId }];
    },
  });
  return Object.assign(service, { customers });
}
