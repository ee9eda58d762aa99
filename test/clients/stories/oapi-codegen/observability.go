// An event is sent and read; a mapping file is announced, sent and completed.
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"time"

	telemetry "example.org/clients/observability"
	"example.org/clients/story"
)

func main() {
	key := telemetry.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("API_KEY"))
		return nil
	})
	client := story.Must(telemetry.NewClientWithResponses(os.Getenv("BASE_URL"), key))
	ctx := context.Background()

	eventId, message := story.UUID(), "Payment provider did not answer"
	sent := story.Must(client.IngestEventsWithResponse(ctx, telemetry.EventBatch{{
		EventId: &eventId, Level: 50, Time: telemetry.EventTime(time.Now().UnixMilli()), Message: &message,
		Tags: &telemetry.EventTags{"region": "eu", "tries": 3},
	}}))
	if sent.JSON202.Ingested != 1 {
		panic("the event was not taken")
	}
	event := story.Must(client.GetEventWithResponse(ctx, eventId)).JSON200

	release := "shop@" + story.UUID()
	mapping := story.Mapping(release)
	upload := story.Must(client.PresignArtifactWithResponse(ctx, telemetry.PresignArtifactRequest{
		Release: release, Platform: "android", ArtifactType: "r8",
		Sha256: fmt.Sprintf("%x", sha256.Sum256([]byte(mapping))), Size: telemetry.FileSize(len(mapping)),
	}))
	// 200 says that the file is there already.
	if fresh := upload.JSON201; fresh != nil {
		story.Put(*fresh.UploadUrl, mapping)
		file := story.Must(client.CompleteArtifactWithResponse(ctx, telemetry.CompleteUploadRequest{UploadId: *fresh.UploadId})).JSON201
		fmt.Println(file.FileId)
	}
	fmt.Println(event.EventId)
}
