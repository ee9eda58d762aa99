import accord.management.ApiClient;
import accord.management.api.ApiKeysApi;
import accord.management.api.AuditLogApi;
import accord.management.api.InstallationApi;
import accord.management.api.QuotasApi;
import accord.management.api.SessionsApi;
import accord.management.model.ApiKey;
import accord.management.model.ApiKeyInput;
import accord.management.model.Environment;
import accord.management.model.SignIn;

/** Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked. */
class ManagementStory {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    var sessions = new SessionsApi(client);
    var signedIn = sessions.createSessionWithHttpInfo(new SignIn().code(System.getenv("SIGN_IN_CODE")));
    var cookie = signedIn.getHeaders().get("set-cookie").get(0).split("[=;]");
    client.addDefaultCookie(cookie[0], cookie[1]);
    var token = signedIn.getData().getCsrfToken();

    var installation = new InstallationApi(client);
    var tenants = installation.listTenants(10, null).getItems();
    var jobs = installation.listJobs(null, null).getItems();
    var nodes = installation.listNodes().getProcesses();

    var business = signedIn.getData().getBusinesses().get(0).getId();
    var quotas = new QuotasApi(client).listQuotas(business, Environment.TEST, null).getItems();
    var keys = new ApiKeysApi(client);
    var key = keys.createApiKey(business, token, new ApiKeyInput().environment(Environment.TEST).label("A story in Java"));
    var known = keys.listApiKeys(business, null, null).getItems();
    var revoked = keys.revokeApiKey(business, key.getId(), token);
    if (revoked.getState() != ApiKey.StateEnum.REVOKED) throw new IllegalStateException("the key is not revoked");
    var log = new AuditLogApi(client).listAuditEvents(business, 1, null).getItems();
    sessions.endSession(token);
    System.out.println(tenants.size() + " " + jobs.size() + " " + nodes.size() + " " + quotas.size() + " " + known.size());
    System.out.println(log.get(0).getAction());
  }
}
