// From a vendor nearby to a paid order.
package main

import (
	"context"
	"fmt"
	"os"
	"regexp"

	ordering "example.org/clients/ordering"
	"example.org/clients/story"
	"github.com/google/uuid"
)

func main() {
	client := story.Must(ordering.NewClientWithResponses(os.Getenv("BASE_URL")))
	ctx := context.Background()
	customer, meal := os.Getenv("CUSTOMER_ID"), os.Getenv("MEAL_IDS_0")

	nearby := ordering.ListNearbyVendorsParams{Latitude: 6.4281, Longitude: 3.4219}
	vendor := story.Must(client.ListNearbyVendorsWithResponse(ctx, &nearby)).JSON200.Items[0]
	whose := ordering.FetchCustomerAddressesParams{CustomerId: customer}
	address := story.Must(client.FetchCustomerAddressesWithResponse(ctx, &whose)).JSON200.Items[0].AddressId

	quote := story.Must(client.CreateQuoteWithResponse(ctx, ordering.QuoteRequest{
		VendorId: vendor.VendorId, Items: []ordering.WantedMeal{{MealId: meal, Quantity: 2}}, CustomerId: &customer, AddressId: &address,
	})).JSON201
	once := uuid.New()
	order := story.Must(client.CheckoutWithResponse(ctx, &ordering.CheckoutParams{IdempotencyKey: &once}, ordering.CheckoutRequest{
		QuoteId: quote.QuoteId, CustomerId: customer, AddressId: address, PaymentMethod: "CARD",
	})).JSON201

	// What the customer does in a browser.
	page := story.Must(client.ShowPaymentPageWithResponse(ctx, order.Reference)).Body
	token := regexp.MustCompile(`name="token" value="([^"]*)"`).FindSubmatch(page)[1]
	story.Must(client.SettlePaymentWithFormdataBodyWithResponse(ctx, order.Reference,
		ordering.Settlement{Decision: "approve", Token: string(token)}))

	attempt := story.Must(client.GetPaymentAttemptWithResponse(ctx, order.Reference)).JSON200
	if attempt.Status != ordering.SUCCEEDED {
		panic(attempt.Status)
	}
	fmt.Println(*attempt.DeliveryId)
}
