"""From the form of a product to the documents of a policy."""

import os
import uuid

import accord_insurance as insurance

configuration = insurance.Configuration(host=os.environ["BASE_URL"], api_key={"ApiKey": os.environ["API_KEY"]})
with insurance.ApiClient(configuration) as client:
    form = insurance.FormsApi(client).get_form("aegis", "motor-comprehensive", insurance.FormContext.NEW_BUSINESS)

    quote = insurance.QuotesApi(client).create_quote(
        insurance.QuoteRequest(
            providerId="aegis",
            productId="motor-comprehensive",
            formId=form.form_id,
            formVersion=form.form_version,
            configuration={
                "plan": "plus",
                "holderName": "Ada Obi",
                "dateOfBirth": "1990-04-12",
                "vehicleMake": "toyota",
                "vehicleModel": "corolla",
                "registrationNumber": "LSR-482-KJ",
                "usedForWork": False,
                "sumInsured": 3500000,
            },
        )
    )

    purchase = insurance.PurchasesApi(client).create_purchase(
        insurance.PurchaseRequest(
            providerId=quote.provider_id,
            quoteId=quote.quote_id,
            transactionId=str(uuid.uuid4()),
            customer=insurance.Customer(firstName="Ada", lastName="Obi"),
            payment=insurance.Payment(amountMinor=quote.total.amount_minor),
        ),
        idempotency_key=uuid.uuid4(),
    )

    policies = insurance.PoliciesApi(client)
    documents = policies.list_policy_documents(purchase.provider_id, purchase.policy_id)
    content = policies.download_policy_document(
        purchase.provider_id, purchase.policy_id, documents.items[0].document_id
    )
    print(bytes(content).decode())
