"""Telemetry is sent and read: an event, a span, a measurement. A mapping file is announced, sent and completed."""

import hashlib
import os
import secrets
import time
import urllib.request
import uuid

import accord_observability as telemetry

configuration = telemetry.Configuration(host=os.environ["BASE_URL"], api_key={"ApiKey": os.environ["API_KEY"]})
now = int(time.time() * 1000)

with telemetry.ApiClient(configuration) as client:
    event_id = str(uuid.uuid4())
    result = telemetry.EventIngestApi(client).ingest_events(
        [
            telemetry.Event(
                eventId=event_id,
                level=telemetry.EventLevel.ERROR,
                time=now,
                message="Payment provider did not answer",
                tags={"region": "eu", "tries": 3},
            )
        ]
    )
    assert result.ingested == 1
    event = telemetry.EventsApi(client).get_event(event_id)

    resource = telemetry.OtlpResource(
        attributes=[telemetry.KeyValue(key="service.name", value=telemetry.AnyValue(stringValue="cart"))]
    )
    otlp = telemetry.OpenTelemetryApi(client)
    trace_id = secrets.token_hex(16)
    span = telemetry.OtlpSpan(
        traceId=trace_id,
        spanId=secrets.token_hex(8),
        name="GET /cart",
        startTimeUnixNano=f"{now}000000",
        endTimeUnixNano=f"{now + 28}000000",
    )
    scope_spans = [telemetry.ScopeSpans(spans=[span])]
    otlp.export_traces(
        telemetry.ExportTraceServiceRequest(
            resourceSpans=[telemetry.ResourceSpans(resource=resource, scopeSpans=scope_spans)]
        )
    )
    trace = telemetry.TracesApi(client).get_trace(trace_id)

    point = telemetry.NumberDataPoint(timeUnixNano=f"{now}000000", asDouble=4.5)
    metric = telemetry.OtlpMetric(name="story.python", gauge=telemetry.OtlpGauge(dataPoints=[point]))
    scope_metrics = [telemetry.ScopeMetrics(metrics=[metric])]
    otlp.export_metrics(
        telemetry.ExportMetricsServiceRequest(
            resourceMetrics=[telemetry.ResourceMetrics(resource=resource, scopeMetrics=scope_metrics)]
        )
    )
    found = telemetry.MetricsApi(client).query_metrics("story_python")

    symbols = telemetry.SymbolsApi(client)
    release = f"shop@{uuid.uuid4()}"
    mapping = f"# {release}\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n".encode()
    upload = symbols.presign_artifact(
        telemetry.PresignArtifactRequest(
            release=release,
            platform=telemetry.ArtifactPlatform.ARTIFACT_ANDROID,
            artifactType=telemetry.ArtifactType.R8,
            sha256=hashlib.sha256(mapping).hexdigest(),
            size=len(mapping),
        )
    )
    if not upload.duplicate:
        assert upload.upload_url and upload.upload_id
        urllib.request.urlopen(urllib.request.Request(upload.upload_url, data=mapping, method="PUT")).close()
        stored = symbols.complete_artifact(telemetry.CompleteUploadRequest(uploadId=upload.upload_id))
        assert stored.sha256 == hashlib.sha256(mapping).hexdigest()
    print(event.message, trace.to_json(), found.to_json())
