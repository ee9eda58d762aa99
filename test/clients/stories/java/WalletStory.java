import accord.wallet.ApiClient;
import accord.wallet.api.AccessApi;
import accord.wallet.api.AccountsApi;
import accord.wallet.api.ClientsApi;
import accord.wallet.api.TransfersApi;
import accord.wallet.model.ClientDetails;
import accord.wallet.model.NoticeRequest;
import accord.wallet.model.OnboardingRequest;
import accord.wallet.model.Status;
import accord.wallet.model.TransferRequest;
import accord.wallet.model.TransferType;
import accord.wallet.model.VirtualAccountRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/** From a token to a credit, and to a transfer. */
class WalletStory {
  public static void main(String[] arguments) throws Exception {
    var key = System.getenv("CONSUMER_KEY");
    var secret = System.getenv("CONSUMER_SECRET");
    var consumer = new ApiClient();
    consumer.setBasePath(System.getenv("BASE_URL"));
    consumer.setUsername(key);
    consumer.setPassword(secret);
    var token = new AccessApi(consumer).issueToken("client-credentials", "3600", null);

    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(token.getAccessToken());
    var credentials = Base64.getEncoder().encodeToString((key + ":" + secret).getBytes(StandardCharsets.UTF_8));
    var accounts = new AccountsApi(client);
    var transfers = new TransfersApi(client);

    // The first story of these credentials onboards the wallet; the others are answered 99.
    new AccessApi(client).onboardWallet(credentials, new OnboardingRequest()
        .username("ada@acme.example").walletName("AcmePay").shortName("ACME").implementation(OnboardingRequest.ImplementationEnum.POOL).webhookUrl("http://127.0.0.1:9009/"));

    var oneTime = accounts.createVirtualAccount(credentials, new VirtualAccountRequest()
        .amount("700.00").merchantName("Acme Foods").merchantId("M-1").reference(UUID.randomUUID().toString()));
    var credit = transfers.simulateInwardCredit(credentials,
        new NoticeRequest().amount("700.00").accountNo(oneTime.getAccountNumber()).senderNarration("Order 42"));
    mustBeDone(credit.getStatus(), credit.getMessage());

    var ada = new ClientsApi(client).createClientFromDetails(credentials,
        new ClientDetails().firstname("Ada").lastname("Obi").dob("04 October 1990").phone("08031234565"));
    var from = System.getenv("ACCOUNTS_0_ACCOUNT_NO");
    var to = ada.getData().getAccountNo();
    var transfer = transfers.createTransfer(credentials, new TransferRequest()
        .fromAccount(from).toAccount(to).toBank("999999").amount("15.00").transferType(TransferType.INTRA)
        .reference(UUID.randomUUID().toString()).signature(sha512(from + to)));
    mustBeDone(transfer.getStatus(), transfer.getMessage());
    System.out.println(accounts.enquireAccount(credentials, to).getData().getAccountBalance());
  }

  private static String sha512(String text) throws Exception {
    var digest = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  private static void mustBeDone(Status status, String message) {
    if (status != Status._00) throw new IllegalStateException(message);
  }
}
