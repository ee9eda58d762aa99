"""Register, sign in, order, read, cancel, and send a file."""

import os
import uuid

import accord_placeholder as shop

host = os.environ["BASE_URL"]
email, password = f"{uuid.uuid4()}@example.org", "a lamp by the window"

with shop.ApiClient(shop.Configuration(host=host)) as guest:
    auth = shop.AuthApi(guest)
    auth.register(shop.Registration(name="Ada", email=email, password=password))
    tokens = auth.login(shop.Credentials(email=email, password=password)).data

with shop.ApiClient(shop.Configuration(host=host, access_token=tokens.access_token)) as client:
    me = shop.UsersApi(client).update_me(shop.MyUpdate(name="Ada Obi")).data

    lamp = shop.ProductsApi(client).list_products(limit="1").data.items[0]
    orders = shop.OrdersApi(client)
    item = shop.OrderItemRequest(productId=lamp.id, quantity=2)
    order = orders.create_order(shop.OrderRequest(items=[item])).data
    orders.cancel_order(order.id)
    cancelled = orders.get_order(order.id).data
    assert cancelled.status == "CANCELLED", "the order is not cancelled"

    file = shop.UploadApi(client).upload_file(("note.txt", b"Remember the milk.")).data
    print(me.name, cancelled.status, file.size)
