/** Customers and their addresses. */
import type { HandlersOf } from "../callers.ts";
import {
  createAddress,
  createCustomer,
  customerById,
  deleteAddress,
  listAddresses,
  makeAddressActive,
} from "../customers/addresses.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function customerHandlers({ database, now }: HandlerDependencies): HandlersOf<"Customers"> {
  const { manager } = database.dataSource;
  return {
    async createCustomer({ body }) {
      return { status: 201, body: await createCustomer(manager, body, new Date(now())) };
    },

    async getCustomer({ path: { customerId } }) {
      return { status: 200, body: await customerById(manager, customerId) };
    },

    async createCustomerAddress({ body }) {
      return { status: 201, body: await createAddress(database, body, new Date(now())) };
    },

    async makeCustomerAddressActive({ body: { customerId, addressId } }) {
      return { status: 200, body: await makeAddressActive(database, customerId, addressId) };
    },

    async deleteCustomerAddress({ body: { customerId, addressId } }) {
      return { status: 200, body: { items: await deleteAddress(database, customerId, addressId) } };
    },

    async fetchCustomerAddresses({ query: { customerId } }) {
      return { status: 200, body: { items: await listAddresses(manager, customerId) } };
    },
  };
}
