import accord.observability.ApiClient;
import accord.observability.api.EventIngestApi;
import accord.observability.api.EventsApi;
import accord.observability.api.MetricsApi;
import accord.observability.api.OpenTelemetryApi;
import accord.observability.api.SymbolsApi;
import accord.observability.api.TracesApi;
import accord.observability.model.AnyValue;
import accord.observability.model.ArtifactPlatform;
import accord.observability.model.ArtifactType;
import accord.observability.model.CompleteUploadRequest;
import accord.observability.model.Event;
import accord.observability.model.EventLevel;
import accord.observability.model.ExportMetricsServiceRequest;
import accord.observability.model.ExportTraceServiceRequest;
import accord.observability.model.KeyValue;
import accord.observability.model.NumberDataPoint;
import accord.observability.model.OtlpGauge;
import accord.observability.model.OtlpMetric;
import accord.observability.model.OtlpResource;
import accord.observability.model.OtlpSpan;
import accord.observability.model.PresignArtifactRequest;
import accord.observability.model.ResourceMetrics;
import accord.observability.model.ResourceSpans;
import accord.observability.model.ScopeMetrics;
import accord.observability.model.ScopeSpans;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Telemetry is sent and read: an event, a span, a measurement. A mapping file is announced, sent and completed. */
class ObservabilityStory {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setApiKey(System.getenv("API_KEY"));
    var now = System.currentTimeMillis();

    var event = new Event().eventId(UUID.randomUUID().toString()).level(EventLevel.ERROR).time((double) now)
        .message("Payment provider did not answer").tags(Map.of("region", "eu", "tries", 3));
    if (new EventIngestApi(client).ingestEvents(List.of(event)).getIngested() != 1)
      throw new IllegalStateException("the event was not taken");
    var stored = new EventsApi(client).getEvent(event.getEventId());

    var resource = new OtlpResource().addAttributesItem(
        new KeyValue().key("service.name").value(new AnyValue().stringValue("cart")));
    var otlp = new OpenTelemetryApi(client);
    var traceId = UUID.randomUUID().toString().replace("-", "");
    var span = new OtlpSpan().traceId(traceId).spanId(traceId.substring(16)).name("GET /cart")
        .startTimeUnixNano(now + "000000").endTimeUnixNano(now + 28 + "000000");
    otlp.exportTraces(new ExportTraceServiceRequest().addResourceSpansItem(
        new ResourceSpans().resource(resource).addScopeSpansItem(new ScopeSpans().addSpansItem(span))));
    var trace = new TracesApi(client).getTrace(traceId);

    var point = new NumberDataPoint().timeUnixNano(now + "000000").asDouble(4.5);
    var metric = new OtlpMetric().name("story.java").gauge(new OtlpGauge().addDataPointsItem(point));
    otlp.exportMetrics(new ExportMetricsServiceRequest().addResourceMetricsItem(
        new ResourceMetrics().resource(resource).addScopeMetricsItem(new ScopeMetrics().addMetricsItem(metric))));
    var found = new MetricsApi(client).queryMetrics("story_java", null, null, null, null, null);

    var symbols = new SymbolsApi(client);
    var release = "shop@" + UUID.randomUUID();
    var mapping = ("# " + release + "\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n").getBytes();
    var sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(mapping));
    var upload = symbols.presignArtifact(new PresignArtifactRequest().release(release)
        .platform(ArtifactPlatform.ARTIFACT_ANDROID).artifactType(ArtifactType.R8).sha256(sha256)
        .size((long) mapping.length));
    if (!upload.getDuplicate()) {
      var put = HttpRequest.newBuilder(upload.getUploadUrl()).PUT(HttpRequest.BodyPublishers.ofByteArray(mapping)).build();
      if (HttpClient.newHttpClient().send(put, HttpResponse.BodyHandlers.discarding()).statusCode() != 200)
        throw new IllegalStateException("the file was not taken");
      var file = symbols.completeArtifact(new CompleteUploadRequest().uploadId(upload.getUploadId()));
      if (!file.getSha256().equals(sha256)) throw new IllegalStateException("another file was stored");
    }
    System.out.println(stored.getMessage() + " " + trace.getData().get(0).getSpans().get(0).getOperationName() + " "
        + found.getData().getActualInstance());
  }
}
