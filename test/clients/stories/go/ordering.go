// From a vendor nearby to a paid order.
package main

import (
	"context"
	"fmt"
	"os"
	"regexp"

	ordering "example.org/clients/ordering"
	"example.org/clients/story"
)

func main() {
	configuration := ordering.NewConfiguration()
	configuration.Servers = ordering.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := ordering.NewAPIClient(configuration)
	ctx := context.Background()
	customer, meal := os.Getenv("CUSTOMER_ID"), os.Getenv("MEAL_IDS_0")

	vendors := story.Answer(client.VendorsAPI.ListNearbyVendors(ctx).Latitude(6.4281).Longitude(3.4219).PageSize(1).Execute())
	addresses := story.Answer(client.CustomersAPI.FetchCustomerAddresses(ctx).CustomerId(customer).Execute())
	address := addresses.Items[0].AddressId

	wanted := ordering.NewQuoteRequest(vendors.Items[0].VendorId, []ordering.WantedMeal{*ordering.NewWantedMeal(meal, 2)})
	wanted.SetCustomerId(customer)
	wanted.SetAddressId(address)
	quote := story.Answer(client.PricingAPI.CreateQuote(ctx).QuoteRequest(*wanted).Execute())
	order := story.Answer(client.PaymentsAPI.Checkout(ctx).IdempotencyKey(story.UUID()).
		CheckoutRequest(*ordering.NewCheckoutRequest(quote.QuoteId, customer, address, ordering.PAYMENTMETHOD_CARD)).Execute())

	// What the customer does in a browser.
	page := story.Answer(client.SandboxPaymentPageAPI.ShowPaymentPage(ctx, order.Reference).Execute())
	token := regexp.MustCompile(`name="token" value="([^"]*)"`).FindStringSubmatch(page)[1]
	story.Answer(client.SandboxPaymentPageAPI.SettlePayment(ctx, order.Reference).Decision("approve").Token(token).Execute())

	attempt := story.Answer(client.PaymentsAPI.GetPaymentAttempt(ctx, order.Reference).Execute())
	if attempt.Status != ordering.ATTEMPTSTATUS_SUCCEEDED {
		panic(attempt.Status)
	}
	fmt.Println(attempt.GetDeliveryId())
}
