// From a vendor nearby to a paid order.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"

	ordering "example.org/clients/ordering"
	"example.org/clients/story/uuid"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := ordering.NewConfiguration()
	configuration.Servers = ordering.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := ordering.NewAPIClient(configuration)
	ctx := context.Background()
	customer, meal := os.Getenv("CUSTOMER_ID"), os.Getenv("MEAL_IDS_0")

	vendors := must(client.VendorsAPI.ListNearbyVendors(ctx).Latitude(6.4281).Longitude(3.4219).PageSize(1).Execute())
	addresses := must(client.CustomersAPI.FetchCustomerAddresses(ctx).CustomerId(customer).Execute())
	address := addresses.Items[0].AddressId

	wanted := ordering.NewQuoteRequest(vendors.Items[0].VendorId, []ordering.WantedMeal{*ordering.NewWantedMeal(meal, 2)})
	wanted.SetCustomerId(customer)
	wanted.SetAddressId(address)
	quote := must(client.PricingAPI.CreateQuote(ctx).QuoteRequest(*wanted).Execute())
	order := must(client.PaymentsAPI.Checkout(ctx).IdempotencyKey(uuid.New()).
		CheckoutRequest(*ordering.NewCheckoutRequest(quote.QuoteId, customer, address, ordering.PAYMENTMETHOD_CARD)).Execute())

	// What the customer does in a browser.
	page := must(client.SandboxPaymentPageAPI.ShowPaymentPage(ctx, order.Reference).Execute())
	token := regexp.MustCompile(`name="token" value="([^"]*)"`).FindStringSubmatch(page)[1]
	must(client.SandboxPaymentPageAPI.SettlePayment(ctx, order.Reference).Decision("approve").Token(token).Execute())

	attempt := must(client.PaymentsAPI.GetPaymentAttempt(ctx, order.Reference).Execute())
	if attempt.Status != ordering.ATTEMPTSTATUS_SUCCEEDED {
		panic(attempt.Status)
	}
	fmt.Println(attempt.GetDeliveryId())
}
