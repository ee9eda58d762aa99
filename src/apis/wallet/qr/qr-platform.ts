/** The QR platform, as its client: it knows every account that codes are made for as a customer. */
import { OutsideService, type ServiceAccess } from "#src/outside/outside-service.ts";
import { Declined } from "../presenters/envelope.ts";

export const qrPlatformService = new OutsideService("wallet_qr_platform", "qr_platform.registered");

export interface QrCustomer {
  readonly accountNo: string;
  readonly name: string;
  /** Empty where none was given, like the e-mail address. */
  readonly phone: string;
  readonly email: string;
}

export class QrPlatform {
  readonly #access: ServiceAccess;

  constructor(access: ServiceAccess) {
    this.#access = access;
  }

  /**
   * The customer's id there. An account is one customer however often it is asked for, with the particulars of the last time. Throws
   * Declined 99 where the platform refuses the customer or does not answer.
   */
  async customerOf({ accountNo, ...particulars }: QrCustomer): Promise<string> {
    const answer = await qrPlatformService.call(this.#access, "PUT", `/customers/${accountNo}`, particulars);
    const { customerId } = (answer?.status === 200 || answer?.status === 201 ? answer.body : {}) as {
      customerId?: unknown;
    };
    if (typeof customerId === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(customerId)) return customerId;
    if (answer?.status === 422) throw new Declined("99", "The QR platform does not take this customer.");
    throw new Declined("99", "The QR platform does not answer; ask again later.");
  }
}
