// Register, sign in, order, read, cancel, and send a file.
package main

import (
	"context"
	"fmt"
	"os"

	shop "example.org/clients/placeholder"
	"example.org/clients/story"
)

func main() {
	configuration := shop.NewConfiguration()
	configuration.Servers = shop.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := shop.NewAPIClient(configuration)
	guest := context.Background()

	email, password := story.UUID()+"@example.org", "a lamp by the window"
	story.Answer(client.AuthAPI.Register(guest).Registration(*shop.NewRegistration("Ada", email, password)).Execute())
	tokens := story.Answer(client.AuthAPI.Login(guest).Credentials(*shop.NewCredentials(email, password)).Execute())
	ctx := context.WithValue(guest, shop.ContextAccessToken, tokens.Data.AccessToken)

	me := story.Answer(client.UsersAPI.UpdateMe(ctx).MyUpdate(shop.MyUpdate{Name: "Ada Obi"}).Execute())

	products := story.Answer(client.ProductsAPI.ListProducts(ctx).Limit("1").Execute())
	items := []shop.OrderItemRequest{*shop.NewOrderItemRequest(products.Data.Items[0].Id, 2)}
	order := story.Answer(client.OrdersAPI.CreateOrder(ctx).OrderRequest(*shop.NewOrderRequest(items)).Execute())
	story.Answer(client.OrdersAPI.CancelOrder(ctx, order.Data.Id).Execute())
	cancelled := story.Answer(client.OrdersAPI.GetOrder(ctx, order.Data.Id).Execute())
	if cancelled.Data.Status != shop.ORDERSTATUS_CANCELLED {
		panic("the order is not cancelled")
	}

	note := story.Must(os.CreateTemp("", "note-*.txt"))
	defer os.Remove(note.Name())
	fmt.Fprint(note, "Remember the milk.")
	note.Seek(0, 0)
	file := story.Answer(client.UploadAPI.UploadFile(ctx).File(note).Execute())
	fmt.Println(me.Data.Name, cancelled.Data.Status, file.Data.Size)
}
