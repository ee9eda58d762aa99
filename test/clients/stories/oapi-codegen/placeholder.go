// Register, sign in, order, read, cancel, and send a file.
package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"

	shop "example.org/clients/placeholder"
	"example.org/clients/story"
	openapi_types "github.com/oapi-codegen/runtime/types"
)

func main() {
	base, ctx := os.Getenv("BASE_URL"), context.Background()
	guest := story.Must(shop.NewClientWithResponses(base))
	email, password := openapi_types.Email(story.UUID()+"@example.org"), "a lamp by the window"
	story.Must(guest.RegisterWithResponse(ctx, shop.Registration{Name: "Ada", Email: email, Password: password}))
	tokens := story.Must(guest.LoginWithResponse(ctx, shop.Credentials{Email: email, Password: password})).JSON200.Data

	token := shop.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+tokens.AccessToken)
		return nil
	})
	client := story.Must(shop.NewClientWithResponses(base, token))
	product := story.Must(client.ListProductsWithResponse(ctx, nil)).JSON200.Data.Items[0]
	items := []shop.OrderItemRequest{{ProductId: product.Id, Quantity: 2}}
	order := story.Must(client.CreateOrderWithResponse(ctx, shop.OrderRequest{Items: items})).JSON201.Data
	story.Must(client.CancelOrderWithResponse(ctx, order.Id))
	cancelled := story.Must(client.GetOrderWithResponse(ctx, order.Id)).JSON200.Data
	if cancelled.Status != "CANCELLED" {
		panic("the order is not cancelled")
	}

	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	fmt.Fprint(story.Must(parts.CreateFormFile("file", "note.txt")), "Remember the milk.")
	parts.Close()
	file := story.Must(client.UploadFileWithBodyWithResponse(ctx, parts.FormDataContentType(), &form)).JSON201.Data
	fmt.Println(cancelled.Status, file.Size)
}
