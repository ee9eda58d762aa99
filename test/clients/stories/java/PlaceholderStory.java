import accord.placeholder.ApiClient;
import accord.placeholder.api.AuthApi;
import accord.placeholder.api.OrdersApi;
import accord.placeholder.api.ProductsApi;
import accord.placeholder.api.UploadApi;
import accord.placeholder.api.UsersApi;
import accord.placeholder.model.Credentials;
import accord.placeholder.model.MyUpdate;
import accord.placeholder.model.OrderItemRequest;
import accord.placeholder.model.OrderRequest;
import accord.placeholder.model.OrderStatus;
import accord.placeholder.model.Registration;
import java.nio.file.Files;
import java.util.UUID;

/** Register, sign in, order, read, cancel, and send a file. */
class PlaceholderStory {
  public static void main(String[] arguments) throws Exception {
    var guest = new ApiClient();
    guest.setBasePath(System.getenv("BASE_URL"));
    var email = UUID.randomUUID() + "@example.org";
    var password = "a lamp by the window";
    var auth = new AuthApi(guest);
    auth.register(new Registration().name("Ada").email(email).password(password));
    var tokens = auth.login(new Credentials().email(email).password(password)).getData();

    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(tokens.getAccessToken());
    var me = new UsersApi(client).updateMe(new MyUpdate().name("Ada Obi")).getData();

    var lamp = new ProductsApi(client).listProducts(null, "1").getData().getItems().get(0);
    var orders = new OrdersApi(client);
    var order = orders.createOrder(new OrderRequest()
        .addItemsItem(new OrderItemRequest().productId(lamp.getId()).quantity(2))).getData();
    orders.cancelOrder(order.getId());
    var cancelled = orders.getOrder(order.getId()).getData();
    if (cancelled.getStatus() != OrderStatus.CANCELLED) throw new IllegalStateException("the order is not cancelled");

    var note = Files.writeString(Files.createTempFile("note", ".txt"), "Remember the milk.");
    var file = new UploadApi(client).uploadFile(note.toFile()).getData();
    Files.delete(note);
    System.out.println(me.getName() + " " + cancelled.getStatus() + " " + file.getSize());
  }
}
