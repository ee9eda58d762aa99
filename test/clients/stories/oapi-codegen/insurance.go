// From the form of a product to the documents of a policy.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	insurance "example.org/clients/insurance"
	"example.org/clients/story"
	"github.com/google/uuid"
)

func main() {
	key := insurance.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("API_KEY"))
		return nil
	})
	client := story.Must(insurance.NewClientWithResponses(os.Getenv("BASE_URL"), key))
	ctx := context.Background()

	occasion := insurance.GetFormParams{Context: "new_business"}
	form := story.Must(client.GetFormWithResponse(ctx, "aegis", "motor-comprehensive", &occasion)).JSON200
	quote := story.Must(client.CreateQuoteWithResponse(ctx, nil, insurance.QuoteRequest{
		ProviderId: form.ProviderId, ProductId: form.ProductId, FormId: form.FormId, FormVersion: form.FormVersion,
		Configuration: insurance.Answers{
			"plan": "plus", "holderName": "Ada Obi", "dateOfBirth": "1990-04-12", "vehicleMake": "toyota", "vehicleModel": "corolla",
			"registrationNumber": "LSR-482-KJ", "usedForWork": false, "sumInsured": 3500000,
		},
	})).JSON201

	once := uuid.New()
	purchase := story.Must(client.CreatePurchaseWithResponse(ctx, &insurance.CreatePurchaseParams{IdempotencyKey: &once},
		insurance.PurchaseRequest{
			ProviderId: quote.ProviderId, QuoteId: quote.QuoteId, TransactionId: story.UUID(),
			Customer: insurance.Customer{FirstName: "Ada", LastName: "Obi"},
			Payment:  insurance.Payment{AmountMinor: quote.Total.AmountMinor},
		})).JSON201

	documents := story.Must(client.ListPolicyDocumentsWithResponse(ctx, purchase.ProviderId, purchase.PolicyId)).JSON200
	file := story.Must(client.DownloadPolicyDocumentWithResponse(ctx, purchase.ProviderId, purchase.PolicyId,
		documents.Items[0].DocumentId))
	fmt.Println(string(file.Body))
}
