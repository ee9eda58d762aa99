/** Register, sign in, order, read, cancel, and send a file. */
import { randomUUID } from "node:crypto";
import { cancelOrder, createOrder, getOrder, listProducts, login, register, uploadFile } from "./client/index.js";

const credentials = { email: `${randomUUID()}@example.org`, password: "a lamp by the window" };
await register({ name: "Ada", ...credentials });
const tokens = await login(credentials);
if (tokens.status !== 200) throw new Error(tokens.data.message);
const options = { headers: { authorization: `Bearer ${tokens.data.data.accessToken}` } };

const products = await listProducts({ limit: "1" }, options);
if (products.status !== 200) throw new Error(products.data.message);
const productId = products.data.data.items[0]?.id ?? "";
const order = await createOrder({ items: [{ productId, quantity: 2 }] }, options);
if (order.status !== 201) throw new Error(order.data.message);
const { id } = order.data.data;
await cancelOrder(id, options);
const cancelled = await getOrder(id, options);
if (cancelled.status !== 200 || cancelled.data.data.status !== "CANCELLED")
  throw new Error("the order is not cancelled");

const note = new File(["Remember the milk."], "note.txt", { type: "text/plain" });
const file = await uploadFile({ file: note }, options);
if (file.status !== 201) throw new Error(file.data.message);
console.log(cancelled.data.data.status, file.data.data.size);
