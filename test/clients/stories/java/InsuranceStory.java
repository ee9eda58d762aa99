import accord.insurance.ApiClient;
import accord.insurance.api.FormsApi;
import accord.insurance.api.PoliciesApi;
import accord.insurance.api.PurchasesApi;
import accord.insurance.api.QuotesApi;
import accord.insurance.model.Customer;
import accord.insurance.model.FormContext;
import accord.insurance.model.Payment;
import accord.insurance.model.PurchaseRequest;
import accord.insurance.model.QuoteRequest;
import java.nio.file.Files;
import java.util.Map;
import java.util.UUID;

/** From the form of a product to the documents of a policy. */
class InsuranceStory {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setApiKey(System.getenv("API_KEY"));

    var form = new FormsApi(client).getForm("aegis", "motor-comprehensive", FormContext.NEW_BUSINESS);

    Map<String, Object> answers = Map.of(
        "plan", "plus", "holderName", "Ada Obi", "dateOfBirth", "1990-04-12", "vehicleMake", "toyota",
        "vehicleModel", "corolla", "registrationNumber", "LSR-482-KJ", "usedForWork", false, "sumInsured", 3500000);
    var wanted = new QuoteRequest().providerId("aegis").productId("motor-comprehensive")
        .formId(form.getFormId()).formVersion(form.getFormVersion())._configuration(answers);
    var quote = new QuotesApi(client).createQuote(wanted, null);

    var purchase = new PurchasesApi(client).createPurchase(
        new PurchaseRequest().providerId(quote.getProviderId()).quoteId(quote.getQuoteId())
            .transactionId(UUID.randomUUID().toString())
            .customer(new Customer().firstName("Ada").lastName("Obi"))
            .payment(new Payment().amountMinor(quote.getTotal().getAmountMinor())),
        UUID.randomUUID());

    var policies = new PoliciesApi(client);
    var documents = policies.listPolicyDocuments(purchase.getProviderId(), purchase.getPolicyId());
    var file = policies.downloadPolicyDocument(
        purchase.getProviderId(), purchase.getPolicyId(), documents.getItems().get(0).getDocumentId());
    System.out.println(Files.readString(file.toPath()));
    Files.delete(file.toPath());
  }
}
