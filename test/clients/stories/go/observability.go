// Telemetry is sent and read: an event, a span, a measurement. A mapping file is announced, sent and completed.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"os"
	"time"

	telemetry "example.org/clients/observability"
	"example.org/clients/story"
)

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
	event.SetEventId(story.UUID())
	event.SetMessage("Payment provider did not answer")
	event.SetTags(map[string]any{"region": "eu", "tries": 3})
	if result := story.Answer(client.EventIngestAPI.IngestEvents(ctx).Event([]telemetry.Event{*event}).Execute()); result.Ingested != 1 {
		panic("the event was not taken")
	}
	stored := story.Answer(client.EventsAPI.GetEvent(ctx, event.GetEventId()).Execute())

	service := telemetry.NewKeyValue("service.name")
	service.SetValue(telemetry.AnyValue{StringValue: telemetry.PtrString("cart")})
	resource := telemetry.OtlpResource{Attributes: []telemetry.KeyValue{*service}}

	span := telemetry.NewOtlpSpan(randomHex(16), randomHex(8))
	span.SetName("GET /cart")
	span.SetStartTimeUnixNano(fmt.Sprint(now.UnixNano()))
	span.SetEndTimeUnixNano(fmt.Sprint(now.Add(28 * time.Millisecond).UnixNano()))
	spans := []telemetry.ScopeSpans{{Spans: []telemetry.OtlpSpan{*span}}}
	story.Answer(client.OpenTelemetryAPI.ExportTraces(ctx).ExportTraceServiceRequest(telemetry.ExportTraceServiceRequest{
		ResourceSpans: []telemetry.ResourceSpans{{Resource: &resource, ScopeSpans: spans}},
	}).Execute())
	trace := story.Answer(client.TracesAPI.GetTrace(ctx, span.TraceId).Execute())

	point := telemetry.NewNumberDataPoint(fmt.Sprint(now.UnixNano()))
	point.SetAsDouble(4.5)
	metric := telemetry.OtlpMetric{
		Name: "story.go", Gauge: &telemetry.OtlpGauge{DataPoints: []telemetry.NumberDataPoint{*point}},
	}
	metrics := []telemetry.ScopeMetrics{{Metrics: []telemetry.OtlpMetric{metric}}}
	story.Answer(client.OpenTelemetryAPI.ExportMetrics(ctx).ExportMetricsServiceRequest(telemetry.ExportMetricsServiceRequest{
		ResourceMetrics: []telemetry.ResourceMetrics{{Resource: &resource, ScopeMetrics: metrics}},
	}).Execute())
	found := story.Answer(client.MetricsAPI.QueryMetrics(ctx).Query("story_go").Execute())

	release := "shop@" + story.UUID()
	mapping := story.Mapping(release)
	sha256 := fmt.Sprintf("%x", sha256.Sum256([]byte(mapping)))
	upload := story.Answer(client.SymbolsAPI.PresignArtifact(ctx).PresignArtifactRequest(*telemetry.NewPresignArtifactRequest(
		release, telemetry.ARTIFACTPLATFORM_ARTIFACT_ANDROID, telemetry.ARTIFACTTYPE_R8, sha256, int64(len(mapping)))).Execute())
	if !upload.Duplicate {
		story.Put(upload.GetUploadUrl(), mapping)
		file := story.Answer(client.SymbolsAPI.CompleteArtifact(ctx).
			CompleteUploadRequest(*telemetry.NewCompleteUploadRequest(upload.GetUploadId())).Execute())
		if file.Sha256 != sha256 {
			panic("another file was stored")
		}
	}
	fmt.Println(stored.GetMessage(), trace.Data[0].Spans[0].OperationName, found.Data.GetActualInstance() != nil)
}
