// From the form of a product to the documents of a policy.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	insurance "example.org/clients/insurance"
	"example.org/clients/story/uuid"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := insurance.NewConfiguration()
	configuration.Servers = insurance.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := insurance.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), insurance.ContextAPIKeys,
		map[string]insurance.APIKey{"ApiKey": {Key: os.Getenv("API_KEY")}})

	form := must(client.FormsAPI.GetForm(ctx, "aegis", "motor-comprehensive").
		Context(insurance.FORMCONTEXT_NEW_BUSINESS).Execute())

	answers := map[string]any{
		"plan": "plus", "holderName": "Ada Obi", "dateOfBirth": "1990-04-12", "vehicleMake": "toyota", "vehicleModel": "corolla",
		"registrationNumber": "LSR-482-KJ", "usedForWork": false, "sumInsured": 3500000,
	}
	wanted := insurance.NewQuoteRequest("aegis", "motor-comprehensive", form.FormId, form.FormVersion, answers)
	quote := must(client.QuotesAPI.CreateQuote(ctx).QuoteRequest(*wanted).Execute())

	purchase := must(client.PurchasesAPI.CreatePurchase(ctx).IdempotencyKey(uuid.New()).
		PurchaseRequest(*insurance.NewPurchaseRequest(quote.ProviderId, quote.QuoteId, uuid.New(),
			*insurance.NewCustomer("Ada", "Obi"), *insurance.NewPayment(quote.Total.AmountMinor))).Execute())

	documents := must(client.PoliciesAPI.ListPolicyDocuments(ctx, purchase.ProviderId, purchase.PolicyId).Execute())
	file := must(client.PoliciesAPI.DownloadPolicyDocument(ctx, purchase.ProviderId, purchase.PolicyId,
		documents.Items[0].DocumentId).Execute())
	defer os.Remove(file.Name())
	text, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
