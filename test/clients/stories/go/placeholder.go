// Register, sign in, order, read, cancel, and send a file.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	shop "example.org/clients/placeholder"
	"example.org/clients/story/uuid"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := shop.NewConfiguration()
	configuration.Servers = shop.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := shop.NewAPIClient(configuration)
	guest := context.Background()

	email, password := uuid.New()+"@example.org", "a lamp by the window"
	must(client.AuthAPI.Register(guest).Registration(*shop.NewRegistration("Ada", email, password)).Execute())
	tokens := must(client.AuthAPI.Login(guest).Credentials(*shop.NewCredentials(email, password)).Execute())
	ctx := context.WithValue(guest, shop.ContextAccessToken, tokens.Data.AccessToken)

	me := must(client.UsersAPI.UpdateMe(ctx).MyUpdate(shop.MyUpdate{Name: "Ada Obi"}).Execute())

	products := must(client.ProductsAPI.ListProducts(ctx).Limit("1").Execute())
	items := []shop.OrderItemRequest{*shop.NewOrderItemRequest(products.Data.Items[0].Id, 2)}
	order := must(client.OrdersAPI.CreateOrder(ctx).OrderRequest(*shop.NewOrderRequest(items)).Execute())
	must(client.OrdersAPI.CancelOrder(ctx, order.Data.Id).Execute())
	cancelled := must(client.OrdersAPI.GetOrder(ctx, order.Data.Id).Execute())
	if cancelled.Data.Status != shop.ORDERSTATUS_CANCELLED {
		panic(cancelled.Data.Status)
	}

	note, err := os.CreateTemp("", "note-*.txt")
	if err != nil {
		panic(err)
	}
	defer os.Remove(note.Name())
	fmt.Fprint(note, "Remember the milk.")
	note.Seek(0, 0)
	file := must(client.UploadAPI.UploadFile(ctx).File(note).Execute())
	fmt.Println(me.Data.Name, cancelled.Data.Status, file.Data.Size)
}
