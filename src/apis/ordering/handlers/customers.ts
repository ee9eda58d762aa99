/** Customers and their addresses. */
import type { HandlersOf } from "../callers.ts";
import { createAddress, deleteAddress, listAddresses, makeAddressActive } from "../customers/addresses.ts";
import { createCustomer, customerById } from "../customers/customers.ts";
import { presentAddress, presentAddresses, presentCustomer } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function customerHandlers({ pool, now }: HandlerDependencies): HandlersOf<"Customers"> {
  return {
    async createCustomer({ body }) {
      return { status: 201, body: presentCustomer(await createCustomer(pool, body, new Date(now()))) };
    },

    async getCustomer({ path: { customerId } }) {
      return { status: 200, body: presentCustomer(await customerById(pool, customerId)) };
    },

    async createCustomerAddress({ body }) {
      return { status: 201, body: presentAddress(await createAddress(pool, body, new Date(now()))) };
    },

    async makeCustomerAddressActive({ body: { customerId, addressId } }) {
      return { status: 200, body: presentAddress(await makeAddressActive(pool, customerId, addressId)) };
    },

    async deleteCustomerAddress({ body: { customerId, addressId } }) {
      return { status: 200, body: presentAddresses(await deleteAddress(pool, customerId, addressId)) };
    },

    async fetchCustomerAddresses({ query: { customerId } }) {
      return { status: 200, body: presentAddresses(await listAddresses(pool, customerId)) };
    },
  };
}
