// Telemetry is sent and read: an event, a span, a measurement.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"time"

	telemetry "example.org/clients/observability"
	"example.org/clients/story/uuid"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func randomHex(bytes int) string {
	random := make([]byte, bytes)
	rand.Read(random)
	return fmt.Sprintf("%x", random)
}

func main() {
	configuration := telemetry.NewConfiguration()
	configuration.Servers = telemetry.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := telemetry.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), telemetry.ContextAPIKeys,
		map[string]telemetry.APIKey{"ApiKey": {Key: os.Getenv("API_KEY")}})
	now := time.Now()

	event := telemetry.NewEvent(telemetry.EVENTLEVEL_ERROR, float64(now.UnixMilli()))
	event.SetEventId(uuid.New())
	event.SetMessage("Payment provider did not answer")
	event.SetTags(map[string]any{"region": "eu", "tries": 3})
	if result := must(client.EventIngestAPI.IngestEvents(ctx).Event([]telemetry.Event{*event}).Execute()); result.Ingested != 1 {
		panic("the event was not taken")
	}
	stored := must(client.EventsAPI.GetEvent(ctx, event.GetEventId()).Execute())

	service := telemetry.NewKeyValue("service.name")
	service.SetValue(telemetry.AnyValue{StringValue: telemetry.PtrString("cart")})
	resource := telemetry.OtlpResource{Attributes: []telemetry.KeyValue{*service}}

	span := telemetry.NewOtlpSpan(randomHex(16), randomHex(8))
	span.SetName("GET /cart")
	span.SetStartTimeUnixNano(fmt.Sprint(now.UnixNano()))
	span.SetEndTimeUnixNano(fmt.Sprint(now.Add(28 * time.Millisecond).UnixNano()))
	spans := []telemetry.ScopeSpans{{Spans: []telemetry.OtlpSpan{*span}}}
	must(client.OpenTelemetryAPI.ExportTraces(ctx).ExportTraceServiceRequest(telemetry.ExportTraceServiceRequest{
		ResourceSpans: []telemetry.ResourceSpans{{Resource: &resource, ScopeSpans: spans}},
	}).Execute())
	trace := must(client.TracesAPI.GetTrace(ctx, span.TraceId).Execute())

	point := telemetry.NewNumberDataPoint()
	point.SetTimeUnixNano(fmt.Sprint(now.UnixNano()))
	point.SetAsDouble(4.5)
	metric := telemetry.OtlpMetric{
		Name: telemetry.PtrString("story.go"), Gauge: &telemetry.OtlpGauge{DataPoints: []telemetry.NumberDataPoint{*point}},
	}
	metrics := []telemetry.ScopeMetrics{{Metrics: []telemetry.OtlpMetric{metric}}}
	must(client.OpenTelemetryAPI.ExportMetrics(ctx).ExportMetricsServiceRequest(telemetry.ExportMetricsServiceRequest{
		ResourceMetrics: []telemetry.ResourceMetrics{{Resource: &resource, ScopeMetrics: metrics}},
	}).Execute())
	found := must(client.MetricsAPI.QueryMetrics(ctx).Query("story_go").Execute())
	fmt.Println(stored.GetMessage(), trace.Data[0].Spans[0].OperationName, found.Data.GetActualInstance() != nil)
}
