/** Register, sign in, order, read, cancel, and send a file. */
import { randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import { cancelOrder, createOrder, getOrder, listProducts, login, register, uploadFile } from "./client/index.js";

const { BASE_URL: baseUrl = "" } = process.env;
client.setConfig({ baseUrl });
const credentials = { email: `${randomUUID()}@example.org`, password: "a lamp by the window" };
await register({ body: { name: "Ada", ...credentials }, throwOnError: true });
const { data: tokens } = await login({ body: credentials, throwOnError: true });
client.setConfig({ auth: tokens.data.accessToken });

const { data: products } = await listProducts({ query: { limit: "1" }, throwOnError: true });
const productId = products.data.items[0]?.id ?? "";
const { data: order } = await createOrder({ body: { items: [{ productId, quantity: 2 }] }, throwOnError: true });
const path = { id: order.data.id };
await cancelOrder({ path, throwOnError: true });
const { data: cancelled } = await getOrder({ path, throwOnError: true });
if (cancelled.data.status !== "CANCELLED") throw new Error("the order is not cancelled");

const note = new File(["Remember the milk."], "note.txt", { type: "text/plain" });
const { data: file } = await uploadFile({ body: { file: note }, throwOnError: true });
console.log(cancelled.data.status, file.data.size);
