"""From a vendor nearby to a paid order."""

import os
import re
import uuid

import accord_ordering as ordering

customer_id, meal_id = os.environ["CUSTOMER_ID"], os.environ["MEAL_IDS_0"]

with ordering.ApiClient(ordering.Configuration(host=os.environ["BASE_URL"])) as client:
    vendors = ordering.VendorsApi(client).list_nearby_vendors(latitude=6.4281, longitude=3.4219, page_size=1)
    addresses = ordering.CustomersApi(client).fetch_customer_addresses(customer_id)
    address_id = addresses.items[0].address_id

    quote = ordering.PricingApi(client).create_quote(
        ordering.QuoteRequest(
            vendorId=vendors.items[0].vendor_id,
            items=[ordering.WantedMeal(mealId=meal_id, quantity=2)],
            customerId=customer_id,
            addressId=address_id,
        )
    )
    payments = ordering.PaymentsApi(client)
    order = payments.checkout(
        ordering.CheckoutRequest(
            quoteId=quote.quote_id,
            customerId=customer_id,
            addressId=address_id,
            paymentMethod=ordering.PaymentMethod.CARD,
        ),
        idempotency_key=uuid.uuid4(),
    )

    # What the customer does in a browser.
    bank = ordering.SandboxPaymentPageApi(client)
    token = re.search('name="token" value="([^"]*)"', bank.show_payment_page(order.reference))
    assert token is not None
    bank.settle_payment(order.reference, decision="approve", token=token[1])

    attempt = payments.get_payment_attempt(order.reference)
    assert attempt.status == "SUCCEEDED", attempt.status
    print(attempt.delivery_id)
