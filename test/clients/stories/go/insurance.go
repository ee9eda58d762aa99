// From the form of a product to the documents of a policy.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	insurance "example.org/clients/insurance"
	"example.org/clients/story"
)

func main() {
	configuration := insurance.NewConfiguration()
	configuration.Servers = insurance.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := insurance.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), insurance.ContextAPIKeys,
		map[string]insurance.APIKey{"ApiKey": {Key: os.Getenv("API_KEY")}})

	form := story.Answer(client.FormsAPI.GetForm(ctx, "aegis", "motor-comprehensive").
		Context(insurance.FORMCONTEXT_NEW_BUSINESS).Execute())

	answers := map[string]any{
		"plan": "plus", "holderName": "Ada Obi", "dateOfBirth": "1990-04-12", "vehicleMake": "toyota", "vehicleModel": "corolla",
		"registrationNumber": "LSR-482-KJ", "usedForWork": false, "sumInsured": 3500000,
	}
	wanted := insurance.NewQuoteRequest("aegis", "motor-comprehensive", form.FormId, form.FormVersion, answers)
	quote := story.Answer(client.QuotesAPI.CreateQuote(ctx).QuoteRequest(*wanted).Execute())

	purchase := story.Answer(client.PurchasesAPI.CreatePurchase(ctx).IdempotencyKey(story.UUID()).
		PurchaseRequest(*insurance.NewPurchaseRequest(quote.ProviderId, quote.QuoteId, story.UUID(),
			*insurance.NewCustomer("Ada", "Obi"), *insurance.NewPayment(quote.Total.AmountMinor))).Execute())

	documents := story.Answer(client.PoliciesAPI.ListPolicyDocuments(ctx, purchase.ProviderId, purchase.PolicyId).Execute())
	file := story.Answer(client.PoliciesAPI.DownloadPolicyDocument(ctx, purchase.ProviderId, purchase.PolicyId,
		documents.Items[0].DocumentId).Execute())
	defer os.Remove(file.Name())
	fmt.Println(string(story.Must(io.ReadAll(file))))
}
