// From a token to a credit, and to a transfer.
package main

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"

	"example.org/clients/story"
	wallet "example.org/clients/wallet"
)

func main() {
	base, ctx := os.Getenv("BASE_URL"), context.Background()
	key, secret, from := os.Getenv("CONSUMER_KEY"), os.Getenv("CONSUMER_SECRET"), os.Getenv("ACCOUNTS_0_ACCOUNT_NO")
	credentials := base64.StdEncoding.EncodeToString([]byte(key + ":" + secret))

	consumer := story.Must(wallet.NewClientWithResponses(base, authorization("Basic "+credentials)))
	grant := wallet.TokenRequestGrantType("client-credentials")
	token := story.Must(consumer.IssueTokenWithResponse(ctx, nil, wallet.TokenRequest{GrantType: &grant})).JSON200

	client := story.Must(wallet.NewClientWithResponses(base, authorization("Bearer "+token.AccessToken)))
	// The first story of these credentials onboards the wallet; the others are answered 99.
	story.Must(client.OnboardWalletWithResponse(ctx, &wallet.OnboardWalletParams{WalletCredentials: credentials},
		wallet.OnboardingRequest{
			Username: "ada@acme.example", WalletName: "AcmePay", ShortName: "ACME", Implementation: "Pool", WebhookUrl: "http://127.0.0.1:9009/",
		}))
	oneTime := story.Must(client.CreateVirtualAccountWithResponse(ctx,
		&wallet.CreateVirtualAccountParams{WalletCredentials: credentials},
		wallet.VirtualAccountRequest{Amount: "700.00", MerchantName: "Acme Foods", MerchantId: "M-1", Reference: story.UUID()})).JSON200
	credit := story.Must(client.SimulateInwardCreditWithResponse(ctx,
		&wallet.SimulateInwardCreditParams{WalletCredentials: credentials},
		wallet.NoticeRequest{Amount: "700.00", AccountNo: *oneTime.AccountNumber})).JSON200
	if credit.Status != "00" {
		panic(credit.Message)
	}

	ada := story.Must(client.CreateClientFromDetailsWithResponse(ctx,
		&wallet.CreateClientFromDetailsParams{WalletCredentials: credentials},
		wallet.ClientDetails{Firstname: "Ada", Lastname: "Obi", Dob: "04 October 1990", Phone: "08031234566"})).JSON200
	to := ada.Data.AccountNo
	transfer := story.Must(client.CreateTransferWithResponse(ctx,
		&wallet.CreateTransferParams{WalletCredentials: credentials},
		wallet.TransferRequest{
			FromAccount: from, ToAccount: to, ToBank: "999999", Amount: "15.00", TransferType: "intra", Reference: story.UUID(),
			Signature: fmt.Sprintf("%x", sha512.Sum512([]byte(from+to))),
		})).JSON200
	if transfer.Status != "00" {
		panic(transfer.Message)
	}
	account := story.Must(client.EnquireAccountWithResponse(ctx,
		&wallet.EnquireAccountParams{WalletCredentials: credentials, AccountNo: &to})).JSON200
	fmt.Println(account.Data.AccountBalance)
}

func authorization(value string) wallet.ClientOption {
	return wallet.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", value)
		return nil
	})
}
