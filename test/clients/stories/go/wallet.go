// From a token to a credit, and to a transfer.
package main

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"os"

	"example.org/clients/story"
	wallet "example.org/clients/wallet"
)

func main() {
	configuration := wallet.NewConfiguration()
	configuration.Servers = wallet.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := wallet.NewAPIClient(configuration)
	key, secret, from := os.Getenv("CONSUMER_KEY"), os.Getenv("CONSUMER_SECRET"), os.Getenv("ACCOUNTS_0_ACCOUNT_NO")

	consumer := context.WithValue(context.Background(), wallet.ContextBasicAuth, wallet.BasicAuth{UserName: key, Password: secret})
	hour := wallet.TokenRequest{GrantType: wallet.PtrString("client-credentials"), ValidityPeriod: wallet.PtrString("3600")}
	token := story.Answer(client.AccessAPI.IssueToken(consumer).TokenRequest(hour).Execute())
	ctx := context.WithValue(context.Background(), wallet.ContextAccessToken, token.AccessToken)
	credentials := base64.StdEncoding.EncodeToString([]byte(key + ":" + secret))

	// The first story of these credentials onboards the wallet; the others are answered 99.
	story.Answer(client.AccessAPI.OnboardWallet(ctx).WalletCredentials(credentials).OnboardingRequest(
		*wallet.NewOnboardingRequest("ada@acme.example", "AcmePay", "http://127.0.0.1:9009/", "ACME", "Pool")).Execute())

	oneTime := story.Answer(client.AccountsAPI.CreateVirtualAccount(ctx).WalletCredentials(credentials).
		VirtualAccountRequest(*wallet.NewVirtualAccountRequest("700.00", "Acme Foods", "M-1", story.UUID())).Execute())
	credit := story.Answer(client.TransfersAPI.SimulateInwardCredit(ctx).WalletCredentials(credentials).
		NoticeRequest(*wallet.NewNoticeRequest("700.00", oneTime.GetAccountNumber())).Execute())
	if credit.Status != "00" {
		panic(credit.Message)
	}

	ada := story.Answer(client.ClientsAPI.CreateClientFromDetails(ctx).WalletCredentials(credentials).
		ClientDetails(*wallet.NewClientDetails("Ada", "Obi", "04 October 1990", "08031234567")).Execute())
	data := ada.GetData()
	to := data.GetAccountNo()
	signature := fmt.Sprintf("%x", sha512.Sum512([]byte(from+to)))
	transfer := story.Answer(client.TransfersAPI.CreateTransfer(ctx).WalletCredentials(credentials).
		TransferRequest(*wallet.NewTransferRequest(from, to, "999999", signature, "15.00", wallet.TRANSFERTYPE_INTRA, story.UUID())).
		Execute())
	if transfer.Status != "00" {
		panic(transfer.Message)
	}
	account := story.Answer(client.AccountsAPI.EnquireAccount(ctx).WalletCredentials(credentials).AccountNo(to).Execute())
	balance := account.GetData()
	fmt.Println(balance.GetAccountBalance())
}
