import accord.ordering.ApiClient;
import accord.ordering.api.CustomersApi;
import accord.ordering.api.PaymentsApi;
import accord.ordering.api.PricingApi;
import accord.ordering.api.SandboxPaymentPageApi;
import accord.ordering.api.VendorsApi;
import accord.ordering.model.AttemptStatus;
import accord.ordering.model.CheckoutRequest;
import accord.ordering.model.PaymentMethod;
import accord.ordering.model.QuoteRequest;
import accord.ordering.model.WantedMeal;
import java.util.UUID;
import java.util.regex.Pattern;

/** From a vendor nearby to a paid order. */
class OrderingStory {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    var customer = System.getenv("CUSTOMER_ID");

    var vendor = new VendorsApi(client).listNearbyVendors(6.4281, 3.4219, null, 1).getItems().get(0);
    var address = new CustomersApi(client).fetchCustomerAddresses(customer).getItems().get(0).getAddressId();

    var quote = new PricingApi(client).createQuote(new QuoteRequest()
        .vendorId(vendor.getVendorId()).customerId(customer).addressId(address)
        .addItemsItem(new WantedMeal().mealId(System.getenv("MEAL_IDS_0")).quantity(2)));
    var payments = new PaymentsApi(client);
    var order = payments.checkout(
        new CheckoutRequest().quoteId(quote.getQuoteId()).customerId(customer).addressId(address)
            .paymentMethod(PaymentMethod.CARD),
        UUID.randomUUID());

    // What the customer does in a browser.
    var bank = new SandboxPaymentPageApi(client);
    var page = bank.showPaymentPage(order.getReference());
    var token = Pattern.compile("name=\"token\" value=\"([^\"]*)\"").matcher(page);
    if (!token.find()) throw new IllegalStateException("the page has no token");
    bank.settlePayment(order.getReference(), "approve", token.group(1));

    var attempt = payments.getPaymentAttempt(order.getReference());
    if (attempt.getStatus() != AttemptStatus.SUCCEEDED) throw new IllegalStateException(attempt.getStatus().toString());
    System.out.println(attempt.getDeliveryId());
  }
}
