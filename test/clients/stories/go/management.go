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
	configuration := management.NewConfiguration()
	configuration.Servers = management.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.HTTPClient = &http.Client{Jar: story.Must(cookiejar.New(nil))}
	client := management.NewAPIClient(configuration)
	ctx := context.Background()

	session := story.Answer(client.SessionsAPI.CreateSession(ctx).SignIn(*management.NewSignIn(os.Getenv("SIGN_IN_CODE"))).Execute())
	tenants := story.Answer(client.InstallationAPI.ListTenants(ctx).Limit(10).Execute())
	jobs := story.Answer(client.InstallationAPI.ListJobs(ctx).Execute())
	nodes := story.Answer(client.InstallationAPI.ListNodes(ctx).Execute())

	business, token := session.Businesses[0].Id, session.CsrfToken
	quotas := story.Answer(client.QuotasAPI.ListQuotas(ctx, business).Environment(management.ENVIRONMENT_TEST).Execute())
	wanted := management.NewApiKeyInput(management.ENVIRONMENT_TEST)
	wanted.SetLabel("A story in Go")
	key := story.Answer(client.APIKeysAPI.CreateApiKey(ctx, business).XCSRFToken(token).ApiKeyInput(*wanted).Execute())
	keys := story.Answer(client.APIKeysAPI.ListApiKeys(ctx, business).Execute())
	revoked := story.Answer(client.APIKeysAPI.RevokeApiKey(ctx, business, key.Id).XCSRFToken(token).Execute())
	if revoked.State != "revoked" {
		panic("the key is not revoked")
	}
	log := story.Answer(client.AuditLogAPI.ListAuditEvents(ctx, business).Limit(1).Execute())
	if _, err := client.SessionsAPI.EndSession(ctx).XCSRFToken(token).Execute(); err != nil {
		panic(err)
	}
	fmt.Println(len(tenants.Items), len(jobs.Items), len(nodes.Processes), len(quotas.Items), len(keys.Items), log.Items[0].Action)
}
