/** Register, sign in, order, read and cancel. */
import { randomUUID } from "node:crypto";
import { createPlaceholderClient } from "./placeholder.js";

const { BASE_URL: baseUrl = "" } = process.env;
const guest = createPlaceholderClient({ baseUrl });
const credentials = { email: `${randomUUID()}@example.org`, password: "a lamp by the window" };
await guest.POST("/v1/auth/register", { body: { name: "Ada", ...credentials } });
const login = await guest.POST("/v1/auth/login", { body: credentials });
if (login.error) throw new Error(login.error.message);

const shop = createPlaceholderClient({ baseUrl, accessToken: login.data.data.accessToken });
const products = await shop.GET("/v1/products", { params: { query: { limit: "1" } } });
const productId = products.data?.data.items[0]?.id ?? "";
const order = await shop.POST("/v1/orders", { body: { items: [{ productId, quantity: 2 }] } });
if (order.error) throw new Error(order.error.message);

const path = { id: order.data.data.id };
await shop.PATCH("/v1/orders/{id}/cancel", { params: { path } });
const cancelled = await shop.GET("/v1/orders/{id}", { params: { path } });
if (cancelled.data?.data.status !== "CANCELLED") throw new Error("the order is not cancelled");
console.log(cancelled.data.data.status);
