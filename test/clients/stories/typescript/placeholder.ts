/** Register, sign in, order, read, cancel, and send a file. */
import { randomUUID } from "node:crypto";
import { AuthApi, Configuration, OrdersApi, ProductsApi, UploadApi, UsersApi } from "./client/index.js";

const { BASE_URL: basePath = "" } = process.env;
const guest = new AuthApi(new Configuration({ basePath }));
const credentials = { email: `${randomUUID()}@example.org`, password: "a lamp by the window" };
await guest.register({ registration: { name: "Ada", ...credentials } });
const { data: tokens } = await guest.login({ credentials });

const client = new Configuration({ basePath, accessToken: tokens.accessToken });
const me = await new UsersApi(client).updateMe({ myUpdate: { name: "Ada Obi" } });

const products = await new ProductsApi(client).listProducts({ limit: "1" });
const orders = new OrdersApi(client);
const items = [{ productId: products.data.items[0]?.id ?? "", quantity: 2 }];
const { data: order } = await orders.createOrder({ orderRequest: { items } });
await orders.cancelOrder({ id: order.id });
const { data: cancelled } = await orders.getOrder({ id: order.id });
if (cancelled.status !== "CANCELLED") throw new Error("the order is not cancelled");

const file = await new UploadApi(client).uploadFile({ file: new File(["Remember the milk."], "note.txt") });
console.log(me.data.name, cancelled.status, file.data.size);
