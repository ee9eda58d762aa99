// Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"

	management "example.org/clients/management"
	"example.org/clients/story"
)

func main() {
	ctx := context.Background()
	browser := &http.Client{Jar: story.Must(cookiejar.New(nil))}
	client := story.Must(management.NewClientWithResponses(os.Getenv("BASE_URL"), management.WithHTTPClient(browser)))

	session := story.Must(client.CreateSessionWithResponse(ctx, management.SignIn{Code: os.Getenv("SIGN_IN_CODE")})).JSON201
	tenants := story.Must(client.ListTenantsWithResponse(ctx, nil)).JSON200
	jobs := story.Must(client.ListJobsWithResponse(ctx, nil)).JSON200
	nodes := story.Must(client.ListNodesWithResponse(ctx)).JSON200

	business, token := session.Businesses[0].Id, session.CsrfToken
	quotas := story.Must(client.ListQuotasWithResponse(ctx, business, &management.ListQuotasParams{Environment: "test"})).JSON200
	label := "A story of oapi-codegen"
	key := story.Must(client.CreateApiKeyWithResponse(ctx, business, &management.CreateApiKeyParams{XCSRFToken: token},
		management.ApiKeyInput{Environment: "test", Label: &label})).JSON201
	keys := story.Must(client.ListApiKeysWithResponse(ctx, business, nil)).JSON200
	revoked := story.Must(client.RevokeApiKeyWithResponse(ctx, business, key.Id, &management.RevokeApiKeyParams{XCSRFToken: token})).JSON200
	if revoked.State != "revoked" {
		panic("the key is not revoked")
	}
	log := story.Must(client.ListAuditEventsWithResponse(ctx, business, nil)).JSON200
	story.Must(client.EndSessionWithResponse(ctx, &management.EndSessionParams{XCSRFToken: token}))
	fmt.Println(len(tenants.Items), len(jobs.Items), len(nodes.Processes), len(quotas.Items), len(keys.Items), log.Items[0].Action)
}
