// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/api/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an API key
         * @description Says whose key this is and which environment it reaches. Call it when a customer pastes a key into your settings page or when a deployment starts, so that a bad key shows at once and not when the first events are missing. It needs no scope, changes nothing and may be repeated freely.
         */
        get: operations["verifyKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/browser-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a browser session
         * @description Exchanges the secret key for a token that a web page may hold. Call it from your own backend and hand the token to the page; the key itself must never reach a browser. The token lives 15 minutes, can only send telemetry to the one project and environment of the key, and is checked against the project's allowed origins. Pages ask for a new one when they are answered 401. The request has no body.
         */
        post: operations["createBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events from a server
         * @description Takes error and log events from servers, scripts and CI jobs: one JSON object, a JSON array, or NDJSON with one event per line. An answer of 202 means that the counted events are stored. Events that cannot be used are skipped without harm to the others and listed in `skippedEvents`; only a body without a single usable event is answered 400. An empty array is accepted and counts nothing. Give every event an `eventId` and you may send a batch again after a timeout, a 429 or a 503: what had already been stored is counted as `deduped` for ten minutes. A body may be 2 MB (2,097,152 bytes) before and after decompression and hold 20,000 events, and a project may send 60,000 server and browser events a minute unless agreed otherwise. Of a batch with more skipped events than usable ones the skipped ones count, and a body that is refused counts as its skipped events, at least as one. A batch that holds more than a minute's quota is 413.
         */
        post: operations["ingestEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/ingest/browser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events from a browser
         * @description The same as `ingestEvents` for web pages, which authenticate with the token of a browser session. The browser's `Origin` must be on the project's list of allowed origins; an empty list allows every origin. Allowed pages may read the answer, also when it is an error, and the preflight request is answered without a token. On 401 ask your backend for a new session and send the batch again; on 403 nothing but a change of the project's settings helps.
         */
        post: operations["ingestBrowserEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/ingest/mobile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event from a mobile app
         * @description Takes one merged event of a native app: an exception, a native crash, an ANR or app hang, a plain message or a release-health session. The app signs its own token, so that no secret travels. NDJSON is accepted with its one line. An event whose `eventId` was seen within the last ten minutes is counted as `deduped`, so keep events on the device and send them again after a timeout, a 429 or a 503, with a fresh token. A body may be 2 MB (2,097,152 bytes), and a project may send 12,000 mobile events in any 60 seconds, test and live together.
         */
        post: operations["ingestMobileEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send web vitals of a page
         * @description Takes what the library `web-vitals` measures in a browser: one vital, a list, or an object with the list under `vitals`. Web pages send it with the token of a browser session, servers with an API key. Every vital becomes a point of the metric `rum.lcp`, `rum.cls`, `rum.inp`, `rum.fid` or `rum.ttfb` at the time of receipt, with the page's address and the rating as the labels `url` and `rating`; read it with `queryMetrics`. Points of one series that came in the same millisecond are read a millisecond apart, so that each of them counts. Of an address the query and the fragment are left out; beyond 10,000 addresses a day the label is `other`. A vital with the `id` of one that came within the last 24 hours replaces its value and rating, so a page may report the same vital as often as it changes. FCP is none of the five: it is skipped and counted. Fields that are not listed are ignored. A project may send 6,000 vitals a minute.
         */
        post: operations["ingestWebVitals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Lists the events of the project and environment in pages, by `time`, then by when they were received, the newest first, and those of one moment by `eventId`, the greatest first. Filters narrow the list and are all met together. Events that arrive while you read do not disturb the pages: nothing is repeated and nothing left out. A page ends early, with `incomplete`, when few of very many events meet the filters, and when it holds some megabytes: read on until `nextCursor` is null. Events are kept for 90 days unless agreed otherwise. A project may make 600 queries a minute, of any kind.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns one event by the id that its sender gave it, or that the server gave it in the absence of one. A stack that needs symbols is there twice: as it was sent, and in `symbolication` as its source has it. When an id was used again after more than ten minutes, the event received last is returned. An event can be read as soon as the ingest operation has answered 202.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List issues
         * @description Lists the problems of the project and environment in pages. Events with an exception or a native crash, those of level 50 and above, and those with a tag `fingerprint` are grouped while they come in: by the exception's type, the frames of the application (`in_app`), as their source has them once symbols have come, and the message without numbers and ids. A tag `fingerprint` takes the place of all that. An event that ingest has accepted is counted by the time that the next list is read, or within seconds where very many come in. Issues without events for as long as events are kept are deleted. Issues that change while you read may move to a page that you have read already; those that stay as they are come once. It counts as a query.
         */
        get: operations["listIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/issues/{issueId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an issue
         * @description Returns one issue with its releases and fingerprints. The id of an issue that was merged into another one returns that one. `userCount` is exact up to 128 users and an estimate beyond, within a few in a hundred. It counts as a query.
         */
        get: operations["getIssue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Decide about an issue
         * @description Resolves an issue, ignores it, opens it again, or says who looks after it. One that is resolved becomes `regressed` with the next event of the release that has the correction, or of a later one: by the versions in their names (`shop@4.2.0`, as Semantic Versioning orders them), and where names tell nothing, of any that the issue was not seen in before. Without a release, with the next event. Nobody is told of an issue that is ignored. A repetition changes nothing. It counts as a query.
         */
        patch: operations["updateIssue"];
        trace?: never;
    };
    "/api/v1/monitor/issues/{issueId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of an issue
         * @description The newest events of an issue in pages, by when they were received, the newest first. Of each fingerprint and stack the last 100 are known, and of many that arrive at the same moment 20. It counts as a query.
         */
        get: operations["listIssueEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/issues/{issueId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge issues
         * @description Makes other issues part of this one, which keeps its state, its title and its owner. Their events count with it from now on, those that are still to come too, and their ids return this issue. splitIssue parts them again. A repetition changes nothing. It counts as a query.
         */
        post: operations["mergeIssues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/issues/{issueId}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split an issue
         * @description Makes a new issue of some of an issue's fingerprints, with the events that were counted with them and those that are still to come. It is open, and nobody is told of it. It counts as a query.
         */
        post: operations["splitIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/debug-symbols/uploads/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Symbolicate crashes again
         * @description Queues every crash of the project and environment again that lacks symbols or could not be symbolicated, and says how many. It is rarely needed: crashes are queued by themselves when exactly the symbols that they lack arrive. Read the events again to see what became of them. The request has no body. It counts as a query.
         */
        post: operations["reprocessCrashes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List log records
         * @description Lists the OTLP log records of the project and environment in pages, by time, then by when they were received, the newest first; those of one export come last to first. With `traceId` it shows what was logged while one request was served. A page ends early, with `incomplete`, when few of very many records meet the filters, and when it holds some megabytes: read on until `nextCursor` is null. Records are kept for 30 days unless agreed otherwise.
         */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/logs/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count log records
         * @description Says how many log records meet the filters in each of equal parts of a time, by severity: a histogram for what listLogs lists, by the same filters. The newest are counted first. A count of very many records stops after about a second, with `incomplete`; `countedSince` says how far it came, and `nextCursor` goes on there.
         */
        get: operations["countLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/tail/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events
         * @description Tells of events about a second after they are stored, by server-sent events, and of those alone that meet the filters of listEvents. Each `event` has an event as listEvents returns it, without what symbols add. A reader is told of at most 200 events a second, the newest; `skipped` says how many were left out. `end` says why the stream ends: connect again then, with `Last-Event-ID`, and it goes on where it ended. A project and environment has 50 readers at a time in each server process, those of tailLogs among them, and a process 200. Opening a stream is a query; reading it is none.
         */
        get: operations["tailEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/tail/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow log records
         * @description Tells of log records about a second after they are stored, by server-sent events, and of those alone that meet the filters of listLogs. Each `log` has a record as listLogs returns it, without what symbols add. A reader is told of at most 200 records a second, the newest; `skipped` says how many were left out. `end` says why the stream ends: connect again then, with `Last-Event-ID`, and it goes on where it ended. A project and environment has 50 readers at a time in each server process, those of tailEvents among them, and a process 200. Opening a stream is a query; reading it is none.
         */
        get: operations["tailLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artifacts
         * @description The artifacts that serve the project's releases, by release, platform, type and script, in rising order of their characters. With `release`, those of one release. Debug symbols are no artifacts: listSymbolUploads has them.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        /**
         * Delete artifacts of a release
         * @description Deletes the artifacts of a release, or those of one platform, type or script of it, at most 1,000 at a time. The bytes of files that serve no other release are deleted soon after, and count no more towards the project's quota then; debug ids that came with them are forgotten. What has been symbolicated stays as it is. A repetition is safe: it deletes what is left, which may be nothing.
         */
        delete: operations["deleteArtifacts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/artifacts/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an artifact
         * @description Says which file is coming, and answers the address that takes it. PUT the bytes there, then complete the upload. When the project has this very file, nothing is to be sent: it serves the release from now on. A release has one artifact of each type on each platform, and source maps of single scripts besides, one for each `script`. A frame is read with the map whose script is the longest end of the frame's file, whole names between slashes; without one, with the map that was announced without a script. All files of a project together, those on their way included, have at most 50 GiB, and a project announces at most 1,000 files a day (UTC); requests about symbols count as queries, of which there are 600 a minute.
         */
        post: operations["presignArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/artifacts/uploads/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an artifact
         * @description Takes the bytes that were sent: their number and their SHA-256 must be those that were announced, and they must be readable as what they are said to be. Crashes that waited for them are symbolicated. Source maps and mapping files are found by release and platform, so the release has to be the one that the app reports. An upload is completed once; what is sent to its address later changes nothing.
         */
        post: operations["completeArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/artifacts/uploads/{uploadId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an artifact by its address
         * @description Completes an artifact as completeArtifact does, with the upload in the path and no body.
         */
        post: operations["completeArtifactById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/debug-symbols/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce debug symbols
         * @description Says which archive is coming, and answers the address that takes it. For Apple platforms it is a zip archive of dSYM bundles or a Mach-O file; for Android an ELF file (`.so`, `.debug`) or a zip archive of them. Crashes find their symbols by the debug id in the objects (UUID or build id); release and build number are for people. PUT the bytes to the address, then complete the upload. An archive that the project has already is not sent again. Quotas are those of presignArtifact.
         */
        post: operations["presignDebugSymbols"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/debug-symbols/uploads/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete debug symbols
         * @description Takes the archive that was sent: its size must be the announced one. A worker then holds it to its SHA-256 and its platform and indexes every object in it; listSymbolUploads says what has come of it. Crashes that waited for one of the objects are symbolicated. An upload is completed once; what is sent to its address later changes nothing.
         */
        post: operations["completeDebugSymbols"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/debug-symbols/uploads/{uploadId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete debug symbols by their address
         * @description Completes debug symbols as completeDebugSymbols does, with the upload in the path and no body.
         */
        post: operations["completeDebugSymbolsById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/debug-symbols/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploads of debug symbols
         * @description The uploads of debug symbols by `createdAt`, the newest first, and those of one moment by `uploadId`, the greatest first, with what was found in them. Artifacts whose objects are indexed, dSYMs and what Dart wrote, are among them. Uploads that are never completed leave the list some hours after their address has expired.
         */
        get: operations["listSymbolUploads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export logs over OTLP
         * @description The OTLP/HTTP endpoint for logs. Point an OpenTelemetry exporter or collector at the base address of this API with the header `x-api-key`; it appends the path itself. JSON and protobuf are accepted, compressed with gzip or deflate or not at all, up to 20 MiB before and after decompression, 100,000 records, and 2 MiB for each, and answered in the encoding of the request. Valid records are kept even when others in the request are rejected. Repeating an export after a timeout doubles nothing. A project may make 6,000 OTLP requests a minute.
         */
        post: operations["exportLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export traces over OTLP
         * @description The OTLP/HTTP endpoint for spans. It works like `exportLogs`: JSON or protobuf, gzip or deflate or neither, up to 20 MiB before and after decompression, answered in the encoding of the request, and safe to repeat. Spans of one trace may arrive in any order and in any number of requests. Read them back with `findTraces`, or add a Jaeger data source with this API's base address and `/jaeger` to Grafana.
         */
        post: operations["exportTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export metrics over OTLP
         * @description The OTLP/HTTP endpoint for metrics: gauges, sums, histograms, exponential histograms and summaries, cumulative or delta. It works like `exportLogs`: JSON or protobuf, gzip or deflate or neither, up to 20 MiB before and after decompression, answered in the encoding of the request, and safe to repeat. Metrics become series of Prometheus, under the names that Prometheus's own translation gives them (`http.server.duration` in `ms` is `http_server_duration_milliseconds`), with the original name in the label `otel_metric_name` where it differs; read them with `queryMetrics` under either name. Data points that cannot be stored are counted in `rejectedDataPoints`, the others kept.
         */
        post: operations["exportMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write metrics with Prometheus' remote write
         * @description The receiver for `remote_write` of Prometheus, Grafana Alloy, the OpenTelemetry Collector and others. Both versions of the protocol are taken. The content type decides which: `application/x-protobuf` or none is 1.0 (`prometheus.WriteRequest`), `application/x-protobuf;proto=io.prometheus.write.v2.Request` is 2.0. The body is compressed with Snappy, in its block format, up to 32 MiB before and after decompression. Samples, native histograms, exemplars and metadata are stored.
         *
         *     Sending a request again is a success and stores nothing twice, so repeat what was not answered. For one series and instant the value that was written first stays; another value is refused where this is seen at once, and never read where it is not. Samples may come in any order. Times may be up to 24 hours ahead and as old as the retention.
         *
         *     When some of a request cannot be stored, the rest is, and the answer is 400 with a finding for each refused series (the first 100). Every answer says in its headers how much is stored. A project may make 6,000 requests a minute, OTLP included, write 30,000,000 samples and 4 GB before compression, and have 1,000,000 series in an environment within the retention. A single request holds up to 250,000 series, 2,000,000 samples, 250,000 histograms and exemplars, and 32 MiB of labels, counted as 1.0 writes them; a histogram takes up to 64 KiB, an exemplar up to 4 KiB.
         */
        post: operations["writeMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitor/service-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the map of services
         * @description Tells which services took part in the traces of a period and which of them called which, with how many spans failed and how long they took. A call is a span whose parent span belongs to another service. The newest 20,000 spans of the period are looked at, in equal shares for each service, and `sample` says whether there were more.
         */
        get: operations["getServiceMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jaeger/api/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List services that sent traces
         * @description Lists the distinct names of the services whose spans are stored for the project and environment of the key. The response has the form of Jaeger's query service. A project may make 600 queries a minute, of any kind.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jaeger/api/services/{service}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations of a service
         * @description Lists the distinct span names of one service, for a picker beside the list of services. For a service without spans the list is empty.
         */
        get: operations["listServiceOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jaeger/api/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls between services
         * @description Counts, for each pair of services, the spans of one whose parent span belongs to the other, as Jaeger's system architecture shows them. The newest 20,000 spans of the period are looked at, in equal shares for each service; calls within a service are not counted.
         */
        get: operations["listDependencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jaeger/api/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find recent traces
         * @description Finds the most recent traces of the project and environment, the latest first, each with all its spans. Without parameters it returns the last 20 traces of the last hour. The response has the form of Jaeger's query service, and the parameters beyond `service`, `limit` and `lookback` are Jaeger's own. A trace is found when one of its spans meets all the conditions. Parameters that are not listed are ignored, because Jaeger's clients send some. A search looks for about a second; when it stops before it has found enough, `errors` says so and from which `end` to go on. An answer holds at most 10,000 spans of a trace, 50,000 in all and about 16 MiB: what is left out is said in `warnings` and `errors`. Spans are kept for 7 days unless agreed otherwise: a longer `lookback` finds what is kept, and the header `X-Retention-Days` says how long that is.
         */
        get: operations["findTraces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jaeger/api/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trace
         * @description Returns one trace with all its spans, in the form of Jaeger's query service: a list of one. Spans can be read as soon as the export that brought them has been answered; a trace that is still being written may grow from one read to the next. A trace of more than 10,000 spans or about 16 MiB is cut, and says so in `warnings`.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query metrics at one moment
         * @description Evaluates PromQL as Prometheus 3 does: selectors (`up{job="api"}`, `{"rum.lcp"}` or just `rum.lcp`; what came over OTLP also by the name that it had there, `{"http.server.duration"}`, which selects all its series, or `{"http.server.duration_bucket"}`), ranges, `offset`, `@`, subqueries, operators with vector matching, aggregations and functions, over classic and native histograms. Ranges and the look-back leave out their first moment. Warnings and infos are worded as Prometheus words them. Functions that Prometheus calls experimental need the setting `ACCORD_PROMQL_EXPERIMENTAL`. At most 50,000 series and 5,000,000 samples are read, and 20,000,000 values held at once; beyond that it is 422. Answers of a project hold at most 128 MiB together until they are read, 9 bytes a value and 200 a series: one that is larger is 422, one for which too little is free at the moment 503 with `Retry-After`. A project may make 600 queries a minute, of any kind.
         */
        get: operations["queryMetrics"];
        put?: never;
        /**
         * Query metrics at one moment by form
         * @description The same as `queryMetrics` for queries that are too long for an address.
         */
        post: operations["queryMetricsByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/query_range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query metrics over a period
         * @description Evaluates the query as `queryMetrics` does at `start`, then `step` later and so on up to `end`, at most 11,000 times.
         */
        get: operations["queryMetricsRange"];
        put?: never;
        /**
         * Query metrics over a period by form
         * @description The same as `queryMetricsRange` for queries that are too long for an address.
         */
        post: operations["queryMetricsRangeByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/query_exemplars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query exemplars
         * @description Answers with the exemplars of the series that the selectors of any expression select, which were recorded in the period: single observations with labels of their own, such as the trace that they belong to. `offset`, `@` and ranges do not count. At most 10,000 are answered; beyond that it is 422.
         */
        get: operations["queryExemplars"];
        put?: never;
        /**
         * Query exemplars by form
         * @description The same as `queryExemplars` for queries that are too long for an address.
         */
        post: operations["queryExemplarsByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/label/__name__/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metric names
         * @description Lists the names of the metrics that are stored for the project and environment of the key, in alphabetical order. A metric that came over OTLP under another name, such as `http.server.duration`, is there under both.
         */
        get: operations["listMetricNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List label names
         * @description Lists the names of the labels that the stored series have, in alphabetical order.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * List label names by form
         * @description The same as `listLabels` with its parameters as a form.
         */
        post: operations["listLabelsByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/label/{name}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List values of a label
         * @description Lists the values that the stored series have under one label, in alphabetical order. For a label that no series has the list is empty.
         */
        get: operations["listLabelValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description Lists the label sets of the series that one of the selectors selects and that have samples in the period, by the day.
         */
        get: operations["listSeries"];
        put?: never;
        /**
         * List series by form
         * @description The same as `listSeries` with its parameters as a form.
         */
        post: operations["listSeriesByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is known about metrics
         * @description Lists type, help and unit of the metrics that were written with them.
         */
        get: operations["listMetricMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/format_query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Format a query
         * @description Answers with the query as one would write it: spaces, and lines where it is long. Nothing is evaluated.
         */
        get: operations["formatQuery"];
        put?: never;
        /**
         * Format a query by form
         * @description The same as `formatQuery` for queries that are too long for an address.
         */
        post: operations["formatQueryByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/parse_query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parse a query
         * @description Answers with the tree of the query, in the form of Prometheus. Nothing is evaluated.
         */
        get: operations["parseQuery"];
        put?: never;
        /**
         * Parse a query by form
         * @description The same as `parseQuery` for queries that are too long for an address.
         */
        post: operations["parseQueryByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/status/buildinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which Prometheus this is like
         * @description Names the version of Prometheus whose query API this one is like, so that clients know what they may ask.
         */
        get: operations["getPrometheusBuild"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description Lists the recording and alerting rules that were loaded for the project in the environment of the key, with their health and their alerts, by file, and within a file in its order. Parameters narrow the list; a group of which no rule is left is left out. With `group_limit` the answer names where the next page begins.
         */
        get: operations["listRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prom/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Lists the alerts of all rules of the project that are pending or firing.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    issue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["IssueEventId"];
                /**
                 * @description The event's name.
                 * @example issue.created
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["IssueEventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * issue.*
         * @description Somebody should look at an issue. `issue.created`: its first event has come in. `issue.regressed`: it was resolved, and an event says that it has come back. `issue.escalated`: it is much more frequent than it was, with at least 10 events in this hour of the clock and at least 5 times as many as the hours of the last 14 days had on average; told at most once in 24 hours, and not in the first 24 of an issue. Each is written in the transaction that changes the issue, so it is sent once for each change. Issues that are ignored send none, and no more do those that people make or merge.
         */
        post: operations["receiveIssueEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The business that owns a key. */
        BusinessSummary: {
            /**
             * Format: uuid
             * @description Stays the same when the business is renamed.
             * @example 0198c1f2-1111-7c3e-9b0d-2f6f0c1f8a11
             */
            id: string;
            /**
             * @description As people read it.
             * @example Kiosk Ltd
             */
            name: string;
            /**
             * @description The short name of the business, in lower-case letters, digits and hyphens.
             * @example kiosk
             */
            slug: string;
        };
        /**
         * @description Which data a credential reaches. Test data and live data never meet; an API key whose id starts with `sk_test_` reaches the former, one with `sk_live_` the latter.
         * @enum {string}
         */
        KeyEnvironment: "test" | "live";
        /** @description The key itself, without its secret. */
        KeySummary: {
            /**
             * @description The part of the API key before the colon.
             * @example sk_test_5f2d8c1a9b7e40316c7d2a18
             */
            id: string;
            environment: components["schemas"]["KeyEnvironment"];
        };
        /** @description What is known about an API key that has been verified. */
        KeyMetadata: {
            /** @description Always true; a key that does not verify is answered with a problem. */
            success: boolean;
            /**
             * @description The same for a person.
             * @example The API key is valid.
             */
            message: string;
            business: components["schemas"]["BusinessSummary"];
            key: components["schemas"]["KeySummary"];
            /**
             * Format: date-time
             * @description When the server checked the key.
             * @example 2026-11-21T10:15:30.123Z
             */
            timestamp: DateTime;
        };
        /** @description One thing that is wrong with the request. */
        FieldError: {
            /**
             * Format: json-pointer
             * @description Where, as a JSON pointer (RFC 6901) into the request: it starts with `/path`, `/query`, `/header` or `/body`. In a list of records the zero-based position of the record comes right after `/body`.
             * @example /body/3/level
             */
            path: string;
            /**
             * @description The rule that was broken, for programs. Mostly the name of the JSON Schema keyword.
             * @example enum
             */
            code: string;
            /**
             * @description The rule that was broken, for a person.
             * @example must be one of 10, 20, 30, 40, 50, 60
             */
            message: string;
        };
        /** @description Why a request failed, in the form of RFC 9457. Decide on `code` (stable, one per kind of failure), show `detail` to people, and quote `correlationId` when you ask about a failure. Members that are not listed here may appear later. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem as a URI reference: the place in the list of error codes that explains `code`, what causes it and what to do. A code of an insurer's own leads to `INSURER_REFUSED`.
             * @example /docs/error-codes#validation_failed
             */
            type: string;
            /**
             * @description The kind of problem in a few words; the same for every occurrence.
             * @example Validation failed
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of the answer, repeated for logs that keep only bodies.
             * @example 400
             */
            status: number;
            /**
             * @description What went wrong this time, for a person. Its wording may change.
             * @example The request does not match the contract; fieldErrors lists every finding.
             */
            detail: string;
            /**
             * @description The kind of problem for programs. Treat a code that you do not know by its status.
             * @example VALIDATION_FAILED
             */
            code: string;
            /**
             * @description The request id, as in the `X-Request-Id` header of the answer.
             * @example req_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
             */
            correlationId: string;
            /** @description Machine-readable facts about this occurrence; which ones depends on `code`, often none. */
            details: {
                [key: string]: unknown;
            };
            /** @description Every finding about the request and not only the first, up to a hundred. Empty for other failures. */
            fieldErrors: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        /** @description A short-lived credential for the browser. It can send events of one project and environment and nothing else. */
        SessionToken: {
            /**
             * @description Opaque. Goes into the `x-monitor-session` header.
             * @example bst_eyJwIjoiMDE5OGMxZjIifQ.qPj0lq7ZQe1mC3cN4bXr2g
             */
            token: string;
            /**
             * Format: date-time
             * @description From this moment on the token is refused; 15 minutes after it was made.
             * @example 2026-11-21T10:30:30.123Z
             */
            expiresAt: DateTime;
        };
        /**
         * Format: int32
         * @description How serious: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal.
         * @enum {integer}
         */
        EventLevel: 10 | 20 | 30 | 40 | 50 | 60;
        /**
         * Format: double
         * @description When it happened by the sender's clock, in milliseconds since the Unix epoch. More than 24 hours ahead of the server's clock is invalid.
         * @example 1795255200000
         */
        EventTime: number;
        /**
         * @description The build that was running. Must equal the release that source maps were uploaded for.
         * @example shop@4.2.0
         */
        Release: string;
        /**
         * @description Where the sender runs. Not to be confused with the test or live environment, which the credential decides.
         * @enum {string}
         */
        DeploymentStage: "production" | "staging" | "development";
        /**
         * @description The sender's own id of the event. A second event with the same id within ten minutes of the first is counted as `deduped` and not stored, so events can be sent again safely. Server and browser events without an id are given one.
         * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        EventId: string;
        /**
         * @description Flat labels to filter and group by, at most 50.
         * @example {
         *       "region": "eu-west",
         *       "retried": true
         *     }
         */
        EventTags: {
            [key: string]: string | number | boolean;
        };
        /** @description Who was affected. Any other key than the four is dropped without a word. */
        EventUser: {
            /**
             * @description Your own id of the person.
             * @example u-1042
             */
            id?: string | number;
            /**
             * @description Not checked to be an address; stored as it is.
             * @example ada@example.org
             */
            email?: string;
            /**
             * @description The name that they sign in with.
             * @example ada
             */
            username?: string;
            /**
             * @description Not checked to be an address; stored as it is.
             * @example 203.0.113.7
             */
            ip?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The distributed trace that the event belongs to, in hexadecimal. Stored in lower case.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        EventTraceId: string;
        /**
         * @description The span within the trace.
         * @example 00f067aa0ba902b7
         */
        EventSpanId: string;
        /**
         * Format: int32
         * @description Counted from 1. Some runtimes use −1 for an unknown position and −2 for native code.
         * @example 118
         */
        SourcePosition: number;
        /** @description One call on the stack. Fields that are not listed are kept with the frame. */
        StackFrame: {
            /**
             * @description The file, or the address it was loaded from.
             * @example https://shop.example.org/assets/app.js
             */
            filename?: string;
            /**
             * @description The function's name, as the runtime gives it.
             * @example renderCart
             */
            function?: string;
            lineno?: components["schemas"]["SourcePosition"];
            colno?: components["schemas"]["SourcePosition"];
            /** @description True for code of the application, false for code of a library or of the platform. */
            in_app?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description Where the error came from. */
        Stacktrace: {
            /** @description The frames in the sender's order, which is kept. */
            frames: components["schemas"]["StackFrame"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An error that was thrown. `cause` is the error that led to it, which may have one again; ten of them are symbolicated. */
        EventException: {
            /**
             * @description The class of the error.
             * @example TypeError
             */
            type?: string;
            /**
             * @description The message of the error.
             * @example Cannot read properties of undefined (reading 'total')
             */
            value?: string;
            stacktrace?: components["schemas"]["Stacktrace"];
            cause?: components["schemas"]["EventException"];
        } & {
            [key: string]: unknown;
        };
        /** @description One step on the way to the event. Fields that are not listed are kept with it. */
        Breadcrumb: {
            /**
             * Format: double
             * @description Milliseconds since the Unix epoch.
             * @example 1795255195000
             */
            timestamp?: number;
            /**
             * @description What kind of step it was, for example `navigation`.
             * @example navigation
             */
            category?: string;
            /**
             * @description What happened, for a person.
             * @example Opened /cart
             */
            message?: string;
            /**
             * Format: double
             * @description On the scale of the event's own `level`.
             * @example 30
             */
            level?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description What happened before, oldest first. */
        Breadcrumbs: components["schemas"]["Breadcrumb"][];
        /**
         * @description Named free-form objects about the surroundings, for example the browser or the page.
         * @example {
         *       "browser": {
         *         "name": "Firefox",
         *         "version": "145.0"
         *       }
         *     }
         */
        EventContexts: {
            [key: string]: {
                [key: string]: unknown;
            };
        };
        /** @description One error or log event. It needs a `level`, a `time` and a `message` or an `exception`. Fields that are not listed here are kept and come back under `extra`. Text must not contain NUL characters (U+0000). */
        Event: {
            level: components["schemas"]["EventLevel"];
            time: components["schemas"]["EventTime"];
            /**
             * @description What happened, for a person. Not needed when there is an `exception`.
             * @example Payment provider did not answer
             */
            message?: string;
            /**
             * @description What the logger pino calls the message. Taken as `message` when that is absent.
             * @example Payment provider did not answer
             */
            msg?: string;
            release?: components["schemas"]["Release"];
            environment?: components["schemas"]["DeploymentStage"];
            eventId?: components["schemas"]["EventId"];
            tags?: components["schemas"]["EventTags"];
            user?: components["schemas"]["EventUser"];
            traceId?: components["schemas"]["EventTraceId"];
            spanId?: components["schemas"]["EventSpanId"];
            exception?: components["schemas"]["EventException"];
            breadcrumbs?: components["schemas"]["Breadcrumbs"];
            contexts?: components["schemas"]["EventContexts"];
        } & {
            [key: string]: unknown;
        };
        /** @description Events of one batch, in any order. The body limit is what ends a batch: usable events reach it long before this many. */
        EventList: components["schemas"]["Event"][];
        /** @description One event, or a list of events. */
        EventBatch: components["schemas"]["Event"] | components["schemas"]["EventList"];
        /** @description One event that could not be used. Sending it again unchanged is of no use. */
        SkippedEvent: {
            /**
             * Format: int32
             * @description Its zero-based position in the list, or among the lines of NDJSON that are not blank.
             * @example 3
             */
            index: number;
            /**
             * @description The first thing that is wrong with it, with its place in the event.
             * @example /level must be one of 10, 20, 30, 40, 50, 60
             */
            reason: string;
        };
        /** @description What became of the events of one request. The three counts add up to what was sent. */
        IngestResult: {
            /**
             * Format: int32
             * @description Events that were stored.
             * @example 1
             */
            ingested: number;
            /**
             * Format: int32
             * @description Events that could not be used.
             * @example 0
             */
            skipped: number;
            /**
             * Format: int32
             * @description Events that repeat an `eventId` of the last ten minutes.
             * @example 0
             */
            deduped: number;
            /** @description Why events were skipped, the first hundred. Only there when something was. */
            skippedEvents?: components["schemas"]["SkippedEvent"][];
        };
        /** @description The library that sent the event. */
        MobileSdk: {
            /**
             * @description What sends the events.
             * @example accord-android
             */
            name?: string;
            /**
             * @description The SDK's own version, not the app's.
             * @example 1.4.0
             */
            version?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The device and the app on it. */
        MobileDevice: {
            /**
             * @description The exact model.
             * @example Pixel 9
             */
            model?: string;
            /**
             * @description The line of models that it belongs to.
             * @example Pixel
             */
            family?: string;
            /**
             * @description The operating system.
             * @example Android
             */
            osName?: string;
            /**
             * @description The operating system's version.
             * @example 16
             */
            osVersion?: string;
            /**
             * @description The app's id in its store.
             * @example org.example.shop
             */
            bundleId?: string;
            /**
             * @description The app's version, as users see it.
             * @example 4.2.0
             */
            appVersion?: string;
            /**
             * @description The app's build number.
             * @example 420
             */
            appBuild?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An error that was thrown on a device. `cause` is the error that led to it, which may have one again; ten of them are symbolicated. */
        MobileException: {
            /**
             * @description The class of the exception.
             * @example java.lang.IllegalStateException
             */
            type?: string;
            /**
             * @description The exception's own message.
             * @example Cart is empty
             */
            value?: string;
            /** @description The frames of a JVM, Dart or JavaScript exception; null for a native crash. */
            stacktrace?: components["schemas"]["StackFrame"][] | null;
            cause?: components["schemas"]["MobileException"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A memory address in hexadecimal.
         * @example 0x100a3c000
         */
        HexAddress: string;
        /** @description One binary in the memory of the process. */
        BinaryImage: {
            /**
             * @description The executable or library, as it is called in the crash report.
             * @example Shop
             */
            name?: string;
            /**
             * @description The debug UUID of the build. Crashes find their debug symbols by it.
             * @example 7C9E6679-7425-40DE-944B-E07FC1F90AE7
             */
            debug_id?: string;
            /**
             * @description The processor architecture it was built for.
             * @example arm64
             */
            arch?: string;
            image_addr?: components["schemas"]["HexAddress"];
            /**
             * Format: int64
             * @description Bytes of address space that the binary takes.
             * @example 1048576
             */
            image_size?: number;
            /** @description True for the executable of the app. */
            is_main_image?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description One frame of a native crash, before symbolication. */
        NativeFrame: {
            /**
             * Format: int32
             * @description 0 is where it crashed.
             * @example 0
             */
            frame_index?: number;
            instruction_addr?: components["schemas"]["HexAddress"];
            image_addr?: components["schemas"]["HexAddress"];
            /**
             * @description The binary that the address lies in, by its `name` in `binaryImages`.
             * @example Shop
             */
            image_name?: string;
            /** @description True for code of the application. */
            in_app?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description One event of a native mobile app with everything that the app knows merged into it: an exception, a native crash, an ANR or app hang, a plain message or a release-health session. Fields that are not listed are kept and come back under `extra`. Text must not contain NUL characters (U+0000). */
        MobileEvent: {
            eventId: components["schemas"]["EventId"];
            time: components["schemas"]["EventTime"];
            level: components["schemas"]["EventLevel"];
            /**
             * @description The operating system of the app, such as `android` or `ios`.
             * @example android
             */
            platform?: string;
            release?: components["schemas"]["Release"];
            environment?: components["schemas"]["DeploymentStage"];
            /**
             * @description What happened, for a person.
             * @example Checkout crashed
             */
            message?: string;
            tags?: components["schemas"]["EventTags"];
            user?: components["schemas"]["EventUser"];
            sdk?: components["schemas"]["MobileSdk"];
            device?: components["schemas"]["MobileDevice"];
            exception?: components["schemas"]["MobileException"];
            /**
             * Format: int32
             * @description The layout of the event. Native crashes use 2.
             * @example 2
             */
            payloadVersion?: number;
            /** @description The binaries that were loaded when a native crash happened. */
            binaryImages?: components["schemas"]["BinaryImage"][];
            /** @description The frames of a native crash on iOS. */
            nativeStacktrace?: components["schemas"]["NativeFrame"][];
            /** @description The frames of a native crash in code built with the Android NDK. */
            nativeFrames?: components["schemas"]["NativeFrame"][];
            /**
             * Format: int64
             * @description The thread that a native crash happened in, as the operating system numbers it.
             * @example 4711
             */
            crashedThreadId?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description One measurement of a page as a visitor met it. Fields that are not listed are ignored. */
        WebVital: {
            /**
             * @description Which vital it is. FCP is skipped.
             * @enum {string}
             */
            name: "LCP" | "CLS" | "INP" | "FID" | "TTFB" | "FCP";
            /**
             * Format: double
             * @description In milliseconds; of CLS, a number without a unit.
             * @example 1843.2
             */
            value: number;
            /**
             * @description The page's address.
             * @example https://shop.example.org/cart
             */
            url?: string;
            /**
             * @description `good`, `needs-improvement` or `poor`. Any other word is kept as `other`.
             * @example good
             */
            rating?: string;
            /**
             * @description Names this vital of this page view. A second report with the same id replaces the first.
             * @example v5-1795255200000-1234567890123
             */
            id?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Vitals of one or several page views. */
        WebVitalList: components["schemas"]["WebVital"][];
        /** @description Vitals of one or several page views. */
        WebVitalBatch: {
            vitals: components["schemas"]["WebVitalList"];
        } & {
            [key: string]: unknown;
        };
        /** @description One vital, a list, or an object with the list. */
        WebVitalReport: components["schemas"]["WebVital"] | components["schemas"]["WebVitalBatch"] | components["schemas"]["WebVitalList"];
        /** @description What became of the vitals. */
        WebVitalResult: {
            /**
             * Format: int32
             * @description How many are stored, those that replaced an earlier value included.
             * @example 1
             */
            ingested: number;
            /**
             * Format: int32
             * @description How many are none of the five vitals.
             * @example 0
             */
            skipped: number;
        };
        SearchText: string;
        /**
         * @description Which ingest operation the event came in by.
         * @enum {string}
         */
        EventSource: "server" | "browser" | "mobile";
        /** @description Who was affected. */
        StoredUser: {
            /**
             * @description The sender's own id of the person.
             * @example u-1042
             */
            id?: string | number;
            /**
             * @description Their address for mail.
             * @example ada@example.org
             */
            email?: string;
            /**
             * @description The name that they sign in with.
             * @example ada
             */
            username?: string;
            /**
             * @description The address that they came from, as the sender knows it.
             * @example 203.0.113.7
             */
            ip?: string;
        };
        /**
         * @description `complete` when nothing is missing, `partial` when some of the symbols were found, `missing` when none were, `pending` until a worker has looked (a moment, as a rule), `failed` when the stack cannot be symbolicated.
         * @enum {string}
         */
        SymbolicationStatus: "pending" | "complete" | "partial" | "missing" | "failed";
        /** @description The source around the line, of JavaScript whose source map has it in `sourcesContent`. Longer lines are cut. */
        SourceContext: {
            /** @description Up to five lines before it. */
            before: string[];
            /**
             * @description The line itself.
             * @example throw new PriceError("too low");
             */
            line: string;
            /** @description Up to five lines after it. */
            after: string[];
        };
        /** @description One call on the stack, as the source has it. */
        SymbolicatedFrame: {
            /**
             * @description The function, demangled; `class.method` of the JVM. Null when nobody knows.
             * @example com.example.shop.Cart.total
             */
            function: string | null;
            /**
             * @description The source file, as the compiler was given it.
             * @example src/cart.ts
             */
            file: string | null;
            /**
             * Format: int64
             * @description Counted from 1. Null when it is not known.
             * @example 42
             */
            line: number | null;
            /**
             * Format: int64
             * @description Counted from 1. Null when it is not known.
             * @example 11
             */
            column: number | null;
            /** @description True when the compiler put the function into that of the next frame. */
            inlined: boolean;
            /**
             * @description The address in memory of a native frame, in hexadecimal; null for other frames.
             * @example 0x100a3c128
             */
            address: string | null;
            /**
             * @description The frame of the event that this one was made from, as one line.
             * @example a.b.a(SourceFile:11)
             */
            raw: string;
            /**
             * @description Other functions that it may be, where the raw frame has no line that would tell. Left out when there are none.
             * @example [
             *       "com.example.shop.Cart.close"
             *     ]
             */
            alternatives?: string[];
            context?: components["schemas"]["SourceContext"];
        };
        /** @description Symbols to upload: a debug-symbol archive with this `debugId`, or an artifact of this `release` and `artifactType`. */
        MissingSymbols: {
            /**
             * @description The platform to upload them for.
             * @example ios
             */
            platform: string;
            /**
             * @description The UUID or build id of a native binary.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            debugId?: string;
            /**
             * @description The release that the event reports.
             * @example shop@4.2.0
             */
            release?: string;
            /**
             * @description The kind of artifact; where a platform has several kinds, the usual one.
             * @example r8
             */
            artifactType?: string;
            /**
             * @description The script whose source map is missing, where the release has one of another script.
             * @example assets/vendor.9c1e.js
             */
            script?: string;
        };
        /**
         * @description The exception's class in the source, where a mapping file renamed it.
         * @example com.example.shop.EmptyCartException
         */
        SourceExceptionType: string;
        /** @description An exception that led to another one. */
        SymbolicatedCause: {
            exceptionType?: components["schemas"]["SourceExceptionType"];
            /** @description Its stack, the innermost call first. */
            frames: components["schemas"]["SymbolicatedFrame"][];
        };
        /** @description The event's stack as its source has it. Only there when symbols could say more than the event does: native frames, or those of the JVM, of Dart and of JavaScript in an event with a `release`. Symbols may come before the event or after; what lacked them is symbolicated again when they arrive. The event's own fields stay as they were sent. */
        Symbolication: {
            status: components["schemas"]["SymbolicationStatus"];
            /** @description The innermost call first, at most 2,000. A call that was inlined is a frame of its own, before the one that it was inlined into. Frames without symbols say what the event says of them. */
            frames: components["schemas"]["SymbolicatedFrame"][];
            /** @description Exactly the symbols that would say more. Code of the system (`in_app` is false) asks for none. */
            missing: components["schemas"]["MissingSymbols"][];
            exceptionType?: components["schemas"]["SourceExceptionType"];
            /** @description The exception's causes, the one that led to it first, at most ten, of JavaScript and the JVM. Their frames and those of the exception are 2,000 together. Left out when there are none. */
            causes?: components["schemas"]["SymbolicatedCause"][];
            /**
             * @description Why it failed. Only there with that status.
             * @example It took longer than 20000 ms.
             */
            reason?: string;
        };
        /** @description An event as it is stored. The fields that every event has are always there and null where the sender gave none; the others are only there when the sender gave them, `symbolication` when there is one. */
        StoredEvent: {
            /**
             * @description The sender's id, or one that starts with `evt_` where the sender gave none.
             * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
             */
            eventId: string;
            source: components["schemas"]["EventSource"];
            time: components["schemas"]["EventTime"];
            /**
             * Format: date-time
             * @description When the server took it.
             * @example 2026-11-21T10:00:00.250Z
             */
            receivedAt: DateTime;
            level: components["schemas"]["EventLevel"];
            /**
             * @description What happened, for a person; null for an exception without a message of its own.
             * @example Payment provider did not answer
             */
            message: string | null;
            /**
             * @description The build that was running; null when the sender did not say.
             * @example shop@4.2.0
             */
            release: string | null;
            /**
             * @description The deployment stage that the sender gave.
             * @example production
             * @enum {string|null}
             */
            environment: "production" | "staging" | "development" | null;
            /**
             * @description The operating system of a mobile app; null for other senders.
             * @example android
             */
            platform: string | null;
            /**
             * @description In lower case.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string | null;
            /**
             * @description The span that was running; null when there was none.
             * @example 00f067aa0ba902b7
             */
            spanId: string | null;
            tags?: components["schemas"]["EventTags"];
            user?: components["schemas"]["StoredUser"];
            exception?: components["schemas"]["EventException"];
            breadcrumbs?: components["schemas"]["Breadcrumbs"];
            contexts?: components["schemas"]["EventContexts"];
            sdk?: components["schemas"]["MobileSdk"];
            device?: components["schemas"]["MobileDevice"];
            /**
             * Format: int32
             * @description The layout of a mobile event. Native crashes use 2.
             * @example 2
             */
            payloadVersion?: number;
            /** @description The binaries that were loaded when a native crash happened. */
            binaryImages?: components["schemas"]["BinaryImage"][];
            /** @description The frames of a native crash on iOS. */
            nativeStacktrace?: components["schemas"]["NativeFrame"][];
            /** @description The frames of a native crash in code built with the Android NDK. */
            nativeFrames?: components["schemas"]["NativeFrame"][];
            /**
             * Format: int64
             * @description The thread that a native crash happened in, as the operating system numbers it.
             * @example 4711
             */
            crashedThreadId?: number;
            symbolication?: components["schemas"]["Symbolication"];
            /** @description What the sender gave beyond the contract, as it came. */
            extra?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Give it as `cursor` to get the next page; null on the last one.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        NextCursor: string | null;
        /**
         * @description True when the page ends, maybe empty, because the search had looked for about a second without filling it. `nextCursor` goes on where it stopped. Left out otherwise.
         * @example true
         */
        Incomplete: boolean;
        /** @description One page of events, the newest first. */
        EventPage: {
            /** @description The events of this page, newest first. */
            items: components["schemas"]["StoredEvent"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        /**
         * @description `open` until somebody decides; `resolved` when it is corrected; `regressed` when an event says that it was not, or has come back; `ignored` while it does not matter.
         * @enum {string}
         */
        IssueState: "open" | "resolved" | "ignored" | "regressed";
        /**
         * @description The issue, for as long as it is kept.
         * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        IssueId: string;
        /**
         * @description The exception's type and message, or the message, of the first event.
         * @example TypeError: Cannot read properties of undefined (reading 'total')
         */
        IssueTitle: string;
        /**
         * @description The innermost frame of the application, as its source has it once symbols have come; null without a stack.
         * @example renderCart (render.ts)
         */
        IssueCulprit: string | null;
        /**
         * Format: int32
         * @description The `level` of its newest event.
         * @example 50
         */
        IssueLevel: number;
        /**
         * @description The first release that has the correction; null where nobody said, and while it is not resolved.
         * @example shop@4.2.1
         */
        ResolvedInRelease: string | null;
        /**
         * Format: date-time
         * @description When an issue that is ignored is open again; null for good, and while it is not ignored.
         * @example 2026-12-01T00:00:00.000Z
         */
        IgnoredUntil: DateTime | null;
        /**
         * @description Who looks after it, in words of yours; null while nobody does.
         * @example checkout team
         */
        IssueOwner: string | null;
        /**
         * Format: date-time
         * @description A moment by the server's clock.
         * @example 2026-11-21T10:00:00.250Z
         */
        IssueMoment: DateTime;
        /**
         * Format: int64
         * @description How many.
         * @example 128
         */
        IssueNumber: number;
        /** @description How many events were received when. */
        IssueTrend: {
            /** @description Those of the last 24 hours of the clock, the present one last. */
            hours: components["schemas"]["IssueNumber"][];
            /** @description Those of the last 14 days of UTC, today last. */
            days: components["schemas"]["IssueNumber"][];
        };
        /** @description Events that are one problem. */
        Issue: {
            issueId: components["schemas"]["IssueId"];
            title: components["schemas"]["IssueTitle"];
            culprit: components["schemas"]["IssueCulprit"];
            level: components["schemas"]["IssueLevel"];
            state: components["schemas"]["IssueState"];
            resolvedInRelease: components["schemas"]["ResolvedInRelease"];
            ignoredUntil: components["schemas"]["IgnoredUntil"];
            owner: components["schemas"]["IssueOwner"];
            firstSeen: components["schemas"]["IssueMoment"];
            lastSeen: components["schemas"]["IssueMoment"];
            eventCount: components["schemas"]["IssueNumber"];
            userCount: components["schemas"]["IssueNumber"];
            trend: components["schemas"]["IssueTrend"];
        };
        /** @description One page of issues. */
        IssuePage: {
            /** @description The issues of this page, in the order that was asked for. */
            items: components["schemas"]["Issue"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A release that events of the issue came from. */
        IssueRelease: {
            /**
             * @description As the events name it.
             * @example shop@4.2.0
             */
            release: string;
            eventCount: components["schemas"]["IssueNumber"];
            firstSeen: components["schemas"]["IssueMoment"];
            lastSeen: components["schemas"]["IssueMoment"];
        };
        /**
         * @description What the events of a group have in common, as a hash.
         * @example 5f1d7a84db00d2fce00b31a7fc73224f
         */
        FingerprintText: string;
        /** @description A group of events that were put together by themselves. */
        IssueFingerprint: {
            fingerprint: components["schemas"]["FingerprintText"];
            title: components["schemas"]["IssueTitle"];
            culprit: components["schemas"]["IssueCulprit"];
            eventCount: components["schemas"]["IssueNumber"];
            firstSeen: components["schemas"]["IssueMoment"];
            lastSeen: components["schemas"]["IssueMoment"];
        };
        /** @description An issue with what it is made of. */
        IssueDetail: {
            issueId: components["schemas"]["IssueId"];
            title: components["schemas"]["IssueTitle"];
            culprit: components["schemas"]["IssueCulprit"];
            level: components["schemas"]["IssueLevel"];
            state: components["schemas"]["IssueState"];
            resolvedInRelease: components["schemas"]["ResolvedInRelease"];
            ignoredUntil: components["schemas"]["IgnoredUntil"];
            owner: components["schemas"]["IssueOwner"];
            firstSeen: components["schemas"]["IssueMoment"];
            lastSeen: components["schemas"]["IssueMoment"];
            eventCount: components["schemas"]["IssueNumber"];
            userCount: components["schemas"]["IssueNumber"];
            trend: components["schemas"]["IssueTrend"];
            /** @description The 50 that were seen last, the last one first. */
            releases: components["schemas"]["IssueRelease"][];
            /** @description What it is made of, the one with most events first. Several where issues were merged. */
            fingerprints: components["schemas"]["IssueFingerprint"][];
        };
        /** @description What is to be changed. Fields that are left out stay as they are. */
        IssueChange: {
            /**
             * @description What was decided.
             * @example resolved
             * @enum {string}
             */
            state?: "open" | "resolved" | "ignored";
            /**
             * @description The first release that has the correction, with the state `resolved`: events of earlier releases then change nothing. Without it the next event, whatever its release, makes the issue `regressed`.
             * @example shop@4.2.1
             */
            resolvedInRelease?: string | null;
            /**
             * Format: date-time
             * @description Until when it is ignored, with the state `ignored`; for good when it is left out.
             * @example 2026-12-01T00:00:00.000Z
             */
            ignoredUntil?: DateTime | null;
            /**
             * @description Who looks after it, in words of yours; null for nobody.
             * @example checkout team
             */
            owner?: string | null;
        };
        /** @description Issues that are the same problem. */
        IssueMerge: {
            /** @description Those that become part of the issue in the address. */
            issueIds: components["schemas"]["IssueId"][];
        };
        /** @description Fingerprints that are another problem. */
        IssueSplit: {
            /** @description Those that leave the issue, as getIssue lists them. */
            fingerprints: components["schemas"]["FingerprintText"][];
        };
        /** @description What was queued again. */
        ReprocessResult: {
            /**
             * Format: int64
             * @description Stacks that lacked symbols or had failed, of events, spans and log records together.
             * @example 12
             */
            requeued: number;
        };
        /**
         * @description Nanoseconds since the Unix epoch, as text so that no digit is lost. 0 when the sender gave none.
         * @example 1795255200123456789
         */
        NanosecondText: string;
        /**
         * @description A signed 64-bit integer. Text keeps every digit; as a number it is only safe up to 2^53 − 1 in most languages.
         * @example 200
         */
        OtlpInt64: string | number;
        /** @description A value of one kind, so exactly one of the fields, or none for an empty value. */
        AnyValue: {
            /**
             * @description Text.
             * @example checkout
             */
            stringValue?: string;
            /** @description True or false. */
            boolValue?: boolean;
            intValue?: components["schemas"]["OtlpInt64"];
            /**
             * @description A number, or one of the texts NaN, Infinity and -Infinity.
             * @example 0.25
             */
            doubleValue?: number | string;
            /**
             * @description Bytes, in base64.
             * @example AQID
             */
            bytesValue?: string;
            arrayValue?: components["schemas"]["ArrayValue"];
            kvlistValue?: components["schemas"]["KeyValueListValue"];
        } & {
            [key: string]: unknown;
        };
        /** @description A list of values. Lists and maps may be nested up to 32 deep. */
        ArrayValue: {
            /** @description The values, in order. */
            values?: components["schemas"]["AnyValue"][];
        } & {
            [key: string]: unknown;
        };
        /** @description One attribute. */
        KeyValue: {
            /**
             * @description The attribute's name. OpenTelemetry's semantic conventions have many.
             * @example http.response.status_code
             */
            key: string;
            value?: components["schemas"]["AnyValue"];
        } & {
            [key: string]: unknown;
        };
        /** @description Attributes. A key should occur once. */
        KeyValueList: components["schemas"]["KeyValue"][];
        /** @description A map of values. */
        KeyValueListValue: {
            values?: components["schemas"]["KeyValueList"];
        } & {
            [key: string]: unknown;
        };
        /**
         * Format: int64
         * @description How many the sender left out.
         * @example 0
         */
        DroppedCount: number;
        /** @description Who sends. The attribute `service.name` names the service, of which 255 characters count; without it the service is `unknown_service`. */
        OtlpResource: {
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
        } & {
            [key: string]: unknown;
        };
        /** @description The library that made the records. */
        InstrumentationScope: {
            /**
             * @description The library that made the telemetry.
             * @example @opentelemetry/instrumentation-http
             */
            name?: string;
            /**
             * @description The library's version.
             * @example 0.223.1
             */
            version?: string;
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
        } & {
            [key: string]: unknown;
        };
        /**
         * Format: int64
         * @description W3C trace flags in the low byte.
         * @example 1
         */
        TraceFlags: number;
        /** @description The stack trace in the attribute `exception.stacktrace` as its source has it, of JavaScript and the JVM. The release is the resource's `service.version`; its `telemetry.sdk.language` tells the platform. The attribute itself stays as it was sent. */
        StacktraceSymbolication: {
            status: components["schemas"]["SymbolicationStatus"];
            /** @description Exactly the symbols that would say more. */
            missing: components["schemas"]["MissingSymbols"][];
            /**
             * @description The stack trace as text; null as long as there is no other than the one that was sent.
             * @example java.lang.IllegalStateException: empty
             *     	at com.example.shop.Cart.total(Cart.kt:42)
             */
            stacktrace: string | null;
            /**
             * @description Why it failed. Only there with that status.
             * @example It took longer than 20000 ms.
             */
            reason?: string;
        };
        /** @description One log record as it was exported over OTLP. */
        LogEntry: {
            /**
             * @description When it happened, in nanoseconds since the Unix epoch, as text so that no digit is lost. Where the sender gave no time: when it was observed, or else received.
             * @example 1795255200123456789
             */
            timeUnixNano: string;
            observedTimeUnixNano: components["schemas"]["NanosecondText"];
            /**
             * Format: int32
             * @description 1 to 24, as OpenTelemetry counts: 9 is INFO, 17 ERROR. 0 when the sender gave none.
             * @example 17
             */
            severityNumber: number;
            /**
             * @description The severity in the sender's own words.
             * @example ERROR
             */
            severityText: string;
            body: components["schemas"]["AnyValue"];
            attributes: components["schemas"]["KeyValueList"];
            resource: components["schemas"]["OtlpResource"];
            scope: components["schemas"]["InstrumentationScope"];
            /**
             * @description The trace that the record belongs to. Read it with getTrace.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string | null;
            /**
             * @description The span that was running, in lower-case hexadecimal; null when there was none.
             * @example 00f067aa0ba902b7
             */
            spanId: string | null;
            flags: components["schemas"]["TraceFlags"];
            /**
             * @description Empty for an ordinary record.
             * @example
             */
            eventName: string;
            droppedAttributesCount: components["schemas"]["DroppedCount"];
            /**
             * @description The `service.name` of the resource, or `unknown_service`.
             * @example checkout
             */
            service: string;
            symbolication?: components["schemas"]["StacktraceSymbolication"];
        };
        /** @description One page of log records, the newest first. */
        LogPage: {
            /** @description The records of this page, newest first. */
            items: components["schemas"]["LogEntry"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        /**
         * Format: int64
         * @description A number of log records.
         * @example 12
         */
        RecordCount: number;
        /** @description The log records of one part of the time, also by groups of OpenTelemetry's severities. */
        LogCount: {
            /**
             * Format: date-time
             * @description Where it begins; it ends where the next one does.
             * @example 2026-11-21T10:00:00.000Z
             */
            since: DateTime;
            count: components["schemas"]["RecordCount"];
            unspecified: components["schemas"]["RecordCount"];
            trace: components["schemas"]["RecordCount"];
            debug: components["schemas"]["RecordCount"];
            info: components["schemas"]["RecordCount"];
            warn: components["schemas"]["RecordCount"];
            error: components["schemas"]["RecordCount"];
            fatal: components["schemas"]["RecordCount"];
        };
        /** @description How many log records there are in each part of a time. */
        LogCounts: {
            /**
             * Format: date-time
             * @description Where the last bucket ends.
             * @example 2026-11-21T11:00:00.000Z
             */
            until: DateTime;
            /** @description Parts of the time, of equal length to the millisecond, the oldest first. Those without records are there, too. */
            buckets: components["schemas"]["LogCount"][];
            /**
             * Format: date-time
             * @description From here on all records are counted. When the count is complete, this is the `since` that was asked for.
             * @example 2026-11-21T10:00:00.000Z
             */
            countedSince: DateTime;
            /**
             * @description Give it as `cursor`, with all else as it was, to count what is before `countedSince`, and add both up; null when all is counted.
             * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
             */
            nextCursor: string | null;
            /**
             * @description True when the count stopped after about a second with records left. Left out otherwise.
             * @example true
             */
            incomplete?: boolean;
        };
        /** @description Server-sent events, as in a LogStream: `event` has a StoredEvent as its data, and listEvents has what was left out. */
        EventStream: string;
        /** @description Server-sent events. `log` has a LogEntry as its data. `skipped` has `{records, unread}`, for what came before the records that follow: how many met the filters, and how many were not looked at, which is null where that is not known; listLogs has them all. `end` has `{reason}`: `time` when the stream has lasted long enough, `stopping` when the server stops, `access` when the key or token no longer opens it or could not be checked for a minute, `slow` when more than a megabyte waited for the reader. An `id` may come by itself, and comments come every 15 seconds, so that nobody takes the connection for a dead one. */
        LogStream: string;
        /**
         * @description The release, letter for letter as the app reports it at run time.
         * @example shop@4.2.0
         */
        SymbolRelease: string;
        /**
         * @description The platform that the release runs on; `web` for browsers and Node.
         * @example android
         * @enum {string}
         */
        ArtifactPlatform: "android" | "ios" | "react-native" | "flutter" | "web";
        /**
         * @description What the file is: a mapping file of R8 or ProGuard (`android`), a source map (`ios`, `react-native`, `android`, `web`), what `--split-debug-info` wrote (`flutter`), or a dSYM (`ios`).
         * @example r8
         * @enum {string}
         */
        ArtifactType: "r8" | "proguard" | "sourcemap" | "dart-symbols" | "dsym";
        /**
         * @description The script that a source map is of: its file name, or the end of its address or path, `main.js` or `assets/main.4f2d.js`. An address that ends before a file's name is refused.
         * @example assets/main.4f2d.js
         */
        ArtifactScript: string;
        /**
         * Format: uuid
         * @description Names a stored file.
         * @example 0198c1f4-02b6-7d10-8d5e-4f0d1c2b3a49
         */
        SymbolFileId: string;
        /**
         * @description The SHA-256 of the file's bytes, in lower-case hexadecimal.
         * @example 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4
         */
        Sha256: string;
        /**
         * Format: int64
         * @description The exact size of the file in bytes, at most 2 GiB.
         * @example 734003
         */
        FileSize: number;
        /**
         * Format: int64
         * @description How many stacks have become readable with it, whole or in part. A stack that is symbolicated again counts again, and few that a crash of the server interrupts do not.
         * @example 42
         */
        MatchedStacks: number;
        /**
         * Format: date-time
         * @description When the last of these stacks was symbolicated; null when there is none.
         * @example 2026-11-21T11:02:17.640Z
         */
        LastMatchedAt: DateTime | null;
        /** @description An artifact that serves its release. */
        SymbolArtifact: {
            release: components["schemas"]["SymbolRelease"];
            platform: components["schemas"]["ArtifactPlatform"];
            artifactType: components["schemas"]["ArtifactType"];
            /**
             * @description The script that a source map was announced for; null for one that serves all that have none of their own, and for other artifacts.
             * @example assets/main.4f2d.js
             */
            script: string | null;
            fileId: components["schemas"]["SymbolFileId"];
            sha256: components["schemas"]["Sha256"];
            size: components["schemas"]["FileSize"];
            /**
             * Format: date-time
             * @description When it took the place of the one before it, or was the first.
             * @example 2026-11-21T10:15:30.123Z
             */
            servesSince: DateTime;
            matchedStacks: components["schemas"]["MatchedStacks"];
            lastMatchedAt: components["schemas"]["LastMatchedAt"];
        };
        /** @description A page of artifacts. */
        SymbolArtifactList: {
            /** @description By release, platform, type and script, in rising order. */
            items: components["schemas"]["SymbolArtifact"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description What was deleted. */
        DeletedArtifacts: {
            /**
             * Format: int32
             * @description How many artifacts. After 1,000 there may be more, for another request.
             * @example 3
             */
            deleted: number;
        };
        /**
         * @description What the file is called where it comes from.
         * @example Shop.app.dSYM.zip
         */
        SymbolFilename: string;
        /** @description Announces an artifact. */
        PresignArtifactRequest: {
            release: components["schemas"]["SymbolRelease"];
            platform: components["schemas"]["ArtifactPlatform"];
            artifactType: components["schemas"]["ArtifactType"];
            sha256: components["schemas"]["Sha256"];
            size: components["schemas"]["FileSize"];
            filename?: components["schemas"]["SymbolFilename"];
            script?: components["schemas"]["ArtifactScript"];
        };
        /**
         * Format: uuid
         * @description Names an upload.
         * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        UploadId: string;
        /**
         * Format: uri
         * @description The address to PUT the bytes to, without an API key. It takes exactly as many bytes as were announced, and needs no header but `Content-Length`. Missing where there is nothing to send.
         * @example https://storage.example.com/accord/0198c1f2?X-Amz-Signature=5f2d
         */
        UploadUrl: string;
        /**
         * Format: date-time
         * @description Until when the address is good, 15 minutes from now. Missing where there is nothing to send.
         * @example 2026-11-21T10:30:30.000Z
         */
        UploadUrlExpiry: DateTime;
        /** @description Where to send a file. Where the project has this very file already, which file that is: it serves the release from now on, and there is nothing to send. */
        PresignedArtifact: {
            /**
             * @description Whether there is nothing to send.
             * @example false
             */
            duplicate: boolean;
            uploadId?: components["schemas"]["UploadId"];
            uploadUrl?: components["schemas"]["UploadUrl"];
            expiresAt?: components["schemas"]["UploadUrlExpiry"];
            fileId?: components["schemas"]["SymbolFileId"];
            sha256?: components["schemas"]["Sha256"];
        };
        /** @description Names the upload whose bytes have been sent. */
        CompleteUploadRequest: {
            uploadId: components["schemas"]["UploadId"];
        };
        /** @description An artifact that serves its release. */
        StoredArtifact: {
            fileId: components["schemas"]["SymbolFileId"];
            sha256: components["schemas"]["Sha256"];
        };
        /**
         * @description The platform that the objects were built for.
         * @example ios
         * @enum {string}
         */
        DebugSymbolPlatform: "ios" | "macos" | "tvos" | "watchos" | "visionos" | "catalyst" | "android";
        /** @description Announces an archive of debug symbols. */
        PresignDebugSymbolsRequest: {
            platform: components["schemas"]["DebugSymbolPlatform"];
            sha256: components["schemas"]["Sha256"];
            size: components["schemas"]["FileSize"];
            filename: components["schemas"]["SymbolFilename"];
            release?: components["schemas"]["SymbolRelease"];
            /**
             * @description The number of the build, for people who look for it in the list.
             * @example 1042
             */
            buildNumber?: string;
        };
        /** @description Where to send an archive. Where the project has this very archive already, or is about to index it, the upload that it came with: there is nothing to send. */
        PresignedDebugSymbols: {
            /**
             * @description Whether there is nothing to send.
             * @example false
             */
            duplicate: boolean;
            uploadId: components["schemas"]["UploadId"];
            uploadUrl?: components["schemas"]["UploadUrl"];
            expiresAt?: components["schemas"]["UploadUrlExpiry"];
            sha256?: components["schemas"]["Sha256"];
        };
        /** @description An archive that waits to be indexed. */
        QueuedDebugSymbols: {
            uploadId: components["schemas"]["UploadId"];
            /**
             * @description The list says what comes of it.
             * @constant
             */
            status: "QUEUED";
        };
        /**
         * @description How far an upload is. `AWAITING_UPLOAD` until it is completed; `QUEUED` and `PROCESSING` until it is indexed; then `DONE`, `FAILED`, or `INVALID` for what is no archive of debug symbols, or a single binary of another Apple platform.
         * @example DONE
         * @enum {string}
         */
        UploadStatus: "AWAITING_UPLOAD" | "QUEUED" | "PROCESSING" | "DONE" | "FAILED" | "INVALID";
        /** @description An upload of debug symbols, or of an artifact whose objects are indexed like debug symbols. */
        SymbolUpload: {
            uploadId: components["schemas"]["UploadId"];
            status: components["schemas"]["UploadStatus"];
            /**
             * @description Why it is `FAILED` or `INVALID`; null otherwise. The bytes have another digest than was announced; they are no zip archive, no Mach-O and no ELF file, or an archive that cannot be unpacked or has none of them; they are of another platform; or indexing them failed again and again.
             * @example ARCHIVE_PLATFORM_MISMATCH
             * @enum {string|null}
             */
            failureReason: "CHECKSUM_MISMATCH" | "UNRECOGNIZED_ARCHIVE" | "ARCHIVE_PLATFORM_MISMATCH" | "INDEXING_FAILED" | null;
            /**
             * @description What is wrong with the file, for people; null when it is not `FAILED` or `INVALID`, and where there is nothing to say beyond the reason.
             * @example It has more than 1275136 bytes in compressed sections, the most that a file of 7080 bytes may have.
             */
            failureDetail: string | null;
            /**
             * @description As it was announced.
             * @example ios
             * @enum {string}
             */
            platform: "ios" | "macos" | "tvos" | "watchos" | "visionos" | "catalyst" | "android" | "flutter";
            /**
             * @description The type of an artifact; null for debug symbols.
             * @example dsym
             * @enum {string|null}
             */
            artifactType: "dart-symbols" | "dsym" | null;
            /**
             * @description As it was announced; null when it was not.
             * @example shop@4.2.0
             */
            release: string | null;
            /**
             * @description As it was announced; null when it was not.
             * @example 1042
             */
            buildNumber: string | null;
            /**
             * @description As it was announced; null when it was not.
             * @example Shop.app.dSYM.zip
             */
            originalFilename: string | null;
            /**
             * Format: int64
             * @description Bytes that were sent; 0 until the upload is completed.
             * @example 734003
             */
            uploadedSize: number;
            /**
             * Format: int32
             * @description How many different debug ids its objects have.
             * @example 2
             */
            discoveredUuids: number;
            /**
             * Format: int32
             * @description Objects that crashes can be symbolicated with. Each architecture of a file counts.
             * @example 2
             */
            validObjects: number;
            /**
             * Format: int32
             * @description Objects that are damaged, of another platform, without a debug id, or without symbols.
             * @example 0
             */
            invalidObjects: number;
            matchedStacks: components["schemas"]["MatchedStacks"];
            lastMatchedAt: components["schemas"]["LastMatchedAt"];
            /**
             * Format: date-time
             * @description When it was announced.
             * @example 2026-11-21T10:15:30.123Z
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When it was `DONE`, `FAILED` or `INVALID`; null before.
             * @example 2026-11-21T10:16:02.001Z
             */
            completedAt: DateTime | null;
        };
        /** @description Uploads, the newest first. */
        SymbolUploadList: {
            /** @description At most as many as were asked for. */
            uploads: components["schemas"]["SymbolUpload"][];
        };
        /**
         * @description Nanoseconds since the Unix epoch, until the year 2262. Text keeps every digit; numbers are read without loss too.
         * @example 1795255200123456789
         */
        UnixNano: string | number;
        /**
         * @description 16 bytes in hexadecimal; empty when there is none.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        OtlpTraceId: string;
        /**
         * @description 8 bytes in hexadecimal; empty when there is none.
         * @example 00f067aa0ba902b7
         */
        OtlpSpanId: string;
        /** @description One log record. A trace id or span id of another length than its own, or of zeros, is taken as none. */
        OtlpLogRecord: {
            timeUnixNano?: components["schemas"]["UnixNano"];
            observedTimeUnixNano?: components["schemas"]["UnixNano"];
            /**
             * Format: int32
             * @description OpenTelemetry severity; 9 is info, 13 warn, 17 error, 21 fatal, 0 not given.
             * @example 17
             */
            severityNumber?: number;
            /**
             * @description The severity in the sender's own words.
             * @example ERROR
             */
            severityText?: string;
            body?: components["schemas"]["AnyValue"];
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
            flags?: components["schemas"]["TraceFlags"];
            traceId?: components["schemas"]["OtlpTraceId"];
            spanId?: components["schemas"]["OtlpSpanId"];
            /**
             * @description Makes the record an event of this name.
             * @example session.start
             */
            eventName?: string;
        } & {
            [key: string]: unknown;
        };
        ScopeLogs: {
            scope?: components["schemas"]["InstrumentationScope"];
            /** @description Log records in any order. */
            logRecords?: components["schemas"]["OtlpLogRecord"][];
        } & {
            [key: string]: unknown;
        };
        ResourceLogs: {
            resource?: components["schemas"]["OtlpResource"];
            /** @description The resource's log records by the library that wrote them. */
            scopeLogs?: components["schemas"]["ScopeLogs"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Log records, grouped by the resource and the scope that wrote them. */
        ExportLogsServiceRequest: {
            /** @description Log records by the resource that they come from. */
            resourceLogs?: components["schemas"]["ResourceLogs"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest message in protobuf. */
        ExportLogsServiceRequestProtobuf: string;
        /** @description Some records could not be taken. Sending them again unchanged is of no use. */
        ExportLogsPartialSuccess: {
            /**
             * Format: int32
             * @description How many records were not stored, for example because their time is more than 24 hours ahead of the server's clock. The others were stored; do not send them again.
             * @example 1
             */
            rejectedLogRecords: number;
            /**
             * @description Names the first findings.
             * @example /resourceLogs/0/scopeLogs/0/logRecords/4: text holds U+0000, which cannot be stored
             */
            errorMessage: string;
        };
        /** @description Empty when every record was taken. */
        ExportLogsServiceResponse: {
            partialSuccess?: components["schemas"]["ExportLogsPartialSuccess"];
        };
        /** @description An opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse message in protobuf; empty when every record was taken. */
        ExportLogsServiceResponseProtobuf: string;
        /** @description google.rpc.Status, which OTLP prescribes for errors. */
        RpcStatus: {
            /**
             * Format: int32
             * @description A code of google.rpc.Code, for example 3 for an invalid argument or 16 for missing credentials.
             * @example 3
             */
            code: number;
            /**
             * @description What went wrong, for a person.
             * @example /resourceSpans: expected an array
             */
            message: string;
        };
        /** @description A google.rpc.Status message in protobuf. */
        RpcStatusProtobuf: string;
        /** @description Something that happened while the span ran. */
        OtlpSpanEvent: {
            timeUnixNano?: components["schemas"]["UnixNano"];
            /**
             * @description What happened.
             * @example cache miss
             */
            name?: string;
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
        } & {
            [key: string]: unknown;
        };
        /** @description Points to a span of this or another trace. */
        OtlpSpanLink: {
            traceId?: components["schemas"]["OtlpTraceId"];
            spanId?: components["schemas"]["OtlpSpanId"];
            /**
             * @description The `tracestate` of the linked span (W3C Trace Context).
             * @example vendor=opaque
             */
            traceState?: string;
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
            flags?: components["schemas"]["TraceFlags"];
        } & {
            [key: string]: unknown;
        };
        /** @description How the span ended. */
        OtlpSpanStatus: {
            /**
             * Format: int32
             * @description 0 not set, 1 ok, 2 error.
             * @example 2
             */
            code?: number;
            /**
             * @description What went wrong, for a person.
             * @example upstream timed out
             */
            message?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description One span. A span whose trace id or span id is missing, of another length or all zeros is rejected. */
        OtlpSpan: {
            traceId: components["schemas"]["OtlpTraceId"];
            spanId: components["schemas"]["OtlpSpanId"];
            parentSpanId?: components["schemas"]["OtlpSpanId"];
            /**
             * @description W3C trace state.
             * @example vendor=opaque
             */
            traceState?: string;
            flags?: components["schemas"]["TraceFlags"];
            /**
             * @description What the span does, in terms that many spans share.
             * @example GET /cart
             */
            name?: string;
            /**
             * Format: int32
             * @description 0 not given, 1 internal, 2 server, 3 client, 4 producer, 5 consumer.
             * @example 2
             */
            kind?: number;
            startTimeUnixNano?: components["schemas"]["UnixNano"];
            endTimeUnixNano?: components["schemas"]["UnixNano"];
            attributes?: components["schemas"]["KeyValueList"];
            droppedAttributesCount?: components["schemas"]["DroppedCount"];
            /** @description What happened on the way. */
            events?: components["schemas"]["OtlpSpanEvent"][];
            droppedEventsCount?: components["schemas"]["DroppedCount"];
            /** @description Spans that this one has to do with, besides its parent. */
            links?: components["schemas"]["OtlpSpanLink"][];
            droppedLinksCount?: components["schemas"]["DroppedCount"];
            status?: components["schemas"]["OtlpSpanStatus"];
        } & {
            [key: string]: unknown;
        };
        ScopeSpans: {
            scope?: components["schemas"]["InstrumentationScope"];
            /** @description Spans in any order, of any traces. */
            spans?: components["schemas"]["OtlpSpan"][];
        } & {
            [key: string]: unknown;
        };
        ResourceSpans: {
            resource?: components["schemas"]["OtlpResource"];
            /** @description The resource's spans by the library that made them. */
            scopeSpans?: components["schemas"]["ScopeSpans"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Spans, grouped by the resource and the scope that made them. */
        ExportTraceServiceRequest: {
            /** @description Spans by the resource that they come from. */
            resourceSpans?: components["schemas"]["ResourceSpans"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest message in protobuf. */
        ExportTraceServiceRequestProtobuf: string;
        /** @description Some spans could not be taken. Sending them again unchanged is of no use. */
        ExportTracePartialSuccess: {
            /**
             * Format: int32
             * @description How many spans were not stored, for example because they start more than 24 hours ahead of the server's clock. The others were stored; do not send them again.
             * @example 1
             */
            rejectedSpans: number;
            /**
             * @description Names the first findings.
             * @example /resourceSpans/0/scopeSpans/0/spans/2: spanId must be 8 bytes and not all zeros
             */
            errorMessage: string;
        };
        /** @description Empty when every span was taken. */
        ExportTraceServiceResponse: {
            partialSuccess?: components["schemas"]["ExportTracePartialSuccess"];
        };
        /** @description An opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse message in protobuf; empty when every span was taken. */
        ExportTraceServiceResponseProtobuf: string;
        /**
         * @description A number. What is not finite is text.
         * @example 0.5
         */
        OtlpDouble: string | number;
        /** @description One measurement. */
        OtlpExemplar: {
            filteredAttributes?: components["schemas"]["KeyValueList"];
            timeUnixNano?: components["schemas"]["UnixNano"];
            asDouble?: components["schemas"]["OtlpDouble"];
            asInt?: components["schemas"]["OtlpInt64"];
            spanId?: components["schemas"]["OtlpSpanId"];
            traceId?: components["schemas"]["OtlpTraceId"];
        } & {
            [key: string]: unknown;
        };
        /** @description Single measurements, with the trace that they were made in. */
        OtlpExemplars: components["schemas"]["OtlpExemplar"][];
        /**
         * Format: int64
         * @description 1 says that there is no value any more, and ends the series.
         * @example 0
         */
        DataPointFlags: number;
        /** @description One value. */
        NumberDataPoint: {
            attributes?: components["schemas"]["KeyValueList"];
            startTimeUnixNano?: components["schemas"]["UnixNano"];
            timeUnixNano: components["schemas"]["UnixNano"];
            asDouble?: components["schemas"]["OtlpDouble"];
            asInt?: components["schemas"]["OtlpInt64"];
            exemplars?: components["schemas"]["OtlpExemplars"];
            flags?: components["schemas"]["DataPointFlags"];
        } & {
            [key: string]: unknown;
        };
        /** @description The values, each with its attributes. */
        NumberDataPoints: components["schemas"]["NumberDataPoint"][];
        /** @description Values as they were when they were looked at. */
        OtlpGauge: {
            dataPoints?: components["schemas"]["NumberDataPoints"];
        } & {
            [key: string]: unknown;
        };
        /**
         * Format: int32
         * @description 1 delta (since the last export), 2 cumulative (since the start). What is delta is kept as it comes, under the label `otel_temporality` with the value `delta`.
         * @example 2
         */
        AggregationTemporality: number;
        /** @description Values that add up over time. */
        OtlpSum: {
            dataPoints?: components["schemas"]["NumberDataPoints"];
            aggregationTemporality?: components["schemas"]["AggregationTemporality"];
            /**
             * @description Whether it only ever grows.
             * @example true
             */
            isMonotonic?: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description How many. Text keeps every digit; numbers are read without loss too.
         * @example 5
         */
        OtlpCount: string | number;
        /**
         * @description How many values are in each bucket.
         * @example [
         *       "1",
         *       "4"
         *     ]
         */
        BucketCounts: components["schemas"]["OtlpCount"][];
        /** @description One histogram. */
        HistogramDataPoint: {
            attributes?: components["schemas"]["KeyValueList"];
            startTimeUnixNano?: components["schemas"]["UnixNano"];
            timeUnixNano: components["schemas"]["UnixNano"];
            count?: components["schemas"]["OtlpCount"];
            sum?: components["schemas"]["OtlpDouble"];
            bucketCounts?: components["schemas"]["BucketCounts"];
            /**
             * @description The upper bounds of the buckets but the last, growing.
             * @example [
             *       0.1,
             *       1
             *     ]
             */
            explicitBounds?: components["schemas"]["OtlpDouble"][];
            min?: components["schemas"]["OtlpDouble"];
            max?: components["schemas"]["OtlpDouble"];
            exemplars?: components["schemas"]["OtlpExemplars"];
            flags?: components["schemas"]["DataPointFlags"];
        } & {
            [key: string]: unknown;
        };
        /** @description How values are spread over buckets with bounds of the sender's choice. */
        OtlpHistogram: {
            /** @description The histograms, each with its attributes. */
            dataPoints?: components["schemas"]["HistogramDataPoint"][];
            aggregationTemporality?: components["schemas"]["AggregationTemporality"];
        } & {
            [key: string]: unknown;
        };
        /** @description Buckets next to each other. */
        ExponentialBuckets: {
            /**
             * Format: int32
             * @description The index of the first one.
             * @example 2
             */
            offset?: number;
            bucketCounts?: components["schemas"]["BucketCounts"];
        } & {
            [key: string]: unknown;
        };
        /** @description One histogram. */
        ExponentialHistogramDataPoint: {
            attributes?: components["schemas"]["KeyValueList"];
            startTimeUnixNano?: components["schemas"]["UnixNano"];
            timeUnixNano: components["schemas"]["UnixNano"];
            count?: components["schemas"]["OtlpCount"];
            sum?: components["schemas"]["OtlpDouble"];
            /**
             * Format: int32
             * @description How fine the buckets are. Beyond 8 pairs of them are joined; below -4 the data point is rejected.
             * @example 3
             */
            scale?: number;
            zeroCount?: components["schemas"]["OtlpCount"];
            zeroThreshold?: components["schemas"]["OtlpDouble"];
            positive?: components["schemas"]["ExponentialBuckets"];
            negative?: components["schemas"]["ExponentialBuckets"];
            min?: components["schemas"]["OtlpDouble"];
            max?: components["schemas"]["OtlpDouble"];
            exemplars?: components["schemas"]["OtlpExemplars"];
            flags?: components["schemas"]["DataPointFlags"];
        } & {
            [key: string]: unknown;
        };
        /** @description How values are spread over buckets whose bounds grow exponentially. It is kept as a native histogram of Prometheus. */
        OtlpExponentialHistogram: {
            /** @description The histograms, each with its attributes. */
            dataPoints?: components["schemas"]["ExponentialHistogramDataPoint"][];
            aggregationTemporality?: components["schemas"]["AggregationTemporality"];
        } & {
            [key: string]: unknown;
        };
        /** @description One quantile. */
        ValueAtQuantile: {
            quantile?: components["schemas"]["OtlpDouble"];
            value?: components["schemas"]["OtlpDouble"];
        } & {
            [key: string]: unknown;
        };
        /** @description One summary. */
        SummaryDataPoint: {
            attributes?: components["schemas"]["KeyValueList"];
            startTimeUnixNano?: components["schemas"]["UnixNano"];
            timeUnixNano: components["schemas"]["UnixNano"];
            count?: components["schemas"]["OtlpCount"];
            sum?: components["schemas"]["OtlpDouble"];
            /** @description The quantiles. */
            quantileValues?: components["schemas"]["ValueAtQuantile"][];
            flags?: components["schemas"]["DataPointFlags"];
        } & {
            [key: string]: unknown;
        };
        /** @description Quantiles that the sender has calculated. */
        OtlpSummary: {
            /** @description The summaries, each with its attributes. */
            dataPoints?: components["schemas"]["SummaryDataPoint"][];
        } & {
            [key: string]: unknown;
        };
        /** @description A metric with data of one kind. */
        OtlpMetric: {
            /**
             * @description The metric's name. Without one all its data points are rejected.
             * @example http.server.request.duration
             */
            name: string;
            /**
             * @description What it measures.
             * @example How long requests took.
             */
            description?: string;
            /**
             * @description In which unit, as UCUM writes it.
             * @example s
             */
            unit?: string;
            gauge?: components["schemas"]["OtlpGauge"];
            sum?: components["schemas"]["OtlpSum"];
            histogram?: components["schemas"]["OtlpHistogram"];
            exponentialHistogram?: components["schemas"]["OtlpExponentialHistogram"];
            summary?: components["schemas"]["OtlpSummary"];
        } & {
            [key: string]: unknown;
        };
        /** @description The metrics of one scope. Name, version and attributes become labels that begin with `otel_scope_`. */
        ScopeMetrics: {
            scope?: components["schemas"]["InstrumentationScope"];
            /** @description Metrics in any order. */
            metrics?: components["schemas"]["OtlpMetric"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The metrics of one resource. Its `service.name` becomes the label `job`, its `service.instance.id` the label `instance`. */
        ResourceMetrics: {
            resource?: components["schemas"]["OtlpResource"];
            /** @description The resource's metrics by the library that measured them. */
            scopeMetrics?: components["schemas"]["ScopeMetrics"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Metrics, grouped by the resource and the scope that measured them. */
        ExportMetricsServiceRequest: {
            /** @description Metrics by the resource that they come from. */
            resourceMetrics?: components["schemas"]["ResourceMetrics"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest message in protobuf. */
        ExportMetricsServiceRequestProtobuf: string;
        /** @description Some data points could not be taken, or exemplars or resource attributes of some that were. Sending them again unchanged is of no use. */
        ExportMetricsPartialSuccess: {
            /**
             * Format: int32
             * @description How many data points were not stored. The others were; do not send them again.
             * @example 1
             */
            rejectedDataPoints: number;
            /**
             * @description Names the first findings.
             * @example cart.items/gauge/dataPoints/2: timeUnixNano is missing
             */
            errorMessage: string;
        };
        /** @description Empty when everything was taken. */
        ExportMetricsServiceResponse: {
            partialSuccess?: components["schemas"]["ExportMetricsPartialSuccess"];
        };
        /** @description An opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse message in protobuf; empty when every data point was taken. */
        ExportMetricsServiceResponseProtobuf: string;
        /** @description A prometheus.WriteRequest or an io.prometheus.write.v2.Request message in protobuf. */
        WriteRequestProtobuf: string;
        /**
         * @description The `service.name` of the resource.
         * @example cart
         */
        ServiceName: string;
        /**
         * Format: int32
         * @description A number of spans.
         * @example 42
         */
        SpanCount: number;
        /**
         * Format: int64
         * @description How long spans took, in microseconds - half of them no longer (`medianDuration`), or 95 of a hundred (`p95Duration`).
         * @example 28000
         */
        SpanDuration: number;
        /** @description A service, by the spans that it sent. */
        ServiceOfMap: {
            service: components["schemas"]["ServiceName"];
            spans: components["schemas"]["SpanCount"];
            errors: components["schemas"]["SpanCount"];
            medianDuration: components["schemas"]["SpanDuration"];
            p95Duration: components["schemas"]["SpanDuration"];
        };
        /** @description The calls of one service to another, by the spans of the one that is called. */
        CallsOfMap: {
            parent: components["schemas"]["ServiceName"];
            child: components["schemas"]["ServiceName"];
            spans: components["schemas"]["SpanCount"];
            errors: components["schemas"]["SpanCount"];
            medianDuration: components["schemas"]["SpanDuration"];
            p95Duration: components["schemas"]["SpanDuration"];
        };
        /** @description Services, and which of them called which. */
        ServiceMap: {
            /**
             * Format: date-time
             * @description Where the period begins.
             * @example 2026-11-21T10:00:00.000Z
             */
            since: DateTime;
            /**
             * Format: date-time
             * @description Where the period ends.
             * @example 2026-11-21T11:00:00.000Z
             */
            until: DateTime;
            /** @description The services that took part, by name. */
            services: components["schemas"]["ServiceOfMap"][];
            /** @description One entry for each pair of services, by the names of the callers and then of those who are called. */
            calls: components["schemas"]["CallsOfMap"][];
            /**
             * @description Whether there were more spans than were looked at. All figures are of those that were.
             * @example false
             */
            sample: boolean;
        };
        /**
         * Format: int32
         * @description How many entries `data` has.
         * @example 1
         */
        JaegerTotal: number;
        /**
         * Format: int32
         * @description The limit that was applied; 0 when there is none.
         * @example 20
         */
        JaegerLimit: number;
        /**
         * Format: int32
         * @description Always 0. Jaeger's answers are not read in pages.
         * @example 0
         */
        JaegerOffset: number;
        /**
         * @description In lower-case hexadecimal.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        JaegerTraceId: string;
        /** @description A failure in Jaeger's own form. */
        JaegerError: {
            /**
             * Format: int32
             * @description A status of HTTP.
             */
            code: number;
            /** @description What went wrong, for a person. */
            msg: string;
            traceID?: components["schemas"]["JaegerTraceId"];
        };
        /** @description Null, unless the answer leaves something out: then one entry with the code 206 for each reason. Failures are answered as problems. */
        JaegerErrors: components["schemas"]["JaegerError"][] | null;
        /** @description The names of the services that sent traces, in alphabetical order. */
        JaegerServiceList: {
            /**
             * @description The names of all services that have sent spans, in alphabetical order.
             * @example [
             *       "cart",
             *       "checkout"
             *     ]
             */
            data: string[];
            total: components["schemas"]["JaegerTotal"];
            limit: components["schemas"]["JaegerLimit"];
            offset: components["schemas"]["JaegerOffset"];
            errors: components["schemas"]["JaegerErrors"];
        };
        /** @description The names of the spans of one service, in alphabetical order. */
        JaegerOperationList: {
            /**
             * @description The names of the service's spans, in alphabetical order.
             * @example [
             *       "GET /cart",
             *       "POST /checkout"
             *     ]
             */
            data: string[];
            total: components["schemas"]["JaegerTotal"];
            limit: components["schemas"]["JaegerLimit"];
            offset: components["schemas"]["JaegerOffset"];
            errors: components["schemas"]["JaegerErrors"];
        };
        /** @description The calls of one service to another. */
        JaegerDependency: {
            /**
             * @description The service that calls.
             * @example cart
             */
            parent: string;
            /**
             * @description The service that is called.
             * @example checkout
             */
            child: string;
            /**
             * Format: int32
             * @description How many spans of the child have a parent span of the other service.
             * @example 42
             */
            callCount: number;
        };
        /** @description Which services call which, by the names of the callers and then of those who are called. */
        JaegerDependencyList: {
            /** @description One entry for each pair of services. */
            data: components["schemas"]["JaegerDependency"][];
            total: components["schemas"]["JaegerTotal"];
            limit: components["schemas"]["JaegerLimit"];
            offset: components["schemas"]["JaegerOffset"];
            errors: components["schemas"]["JaegerErrors"];
        };
        /** @description One or more decimal numbers, each with its unit - ns, us, ms, s, m or h. */
        Duration: string;
        /**
         * @description In lower-case hexadecimal.
         * @example 00f067aa0ba902b7
         */
        JaegerSpanId: string;
        /** @description Another span that this one follows on from. */
        JaegerReference: {
            /**
             * @description CHILD_OF for the parent, FOLLOWS_FROM for a link.
             * @enum {string}
             */
            refType: "CHILD_OF" | "FOLLOWS_FROM";
            traceID: components["schemas"]["JaegerTraceId"];
            spanID: components["schemas"]["JaegerSpanId"];
        };
        /**
         * Format: int64
         * @description A moment, in microseconds since the Unix epoch.
         * @example 1795255200123456
         */
        Microseconds: number;
        /** @description One attribute. */
        JaegerTag: {
            /**
             * @description The attribute's name.
             * @example http.response.status_code
             */
            key: string;
            /**
             * @description Lists and maps are given as `string`, in JSON; bytes as `binary`, in base64.
             * @enum {string}
             */
            type: "string" | "bool" | "int64" | "float64" | "binary";
            /**
             * @description An int64 beyond 2^53 − 1 and a float64 that is not a number or not finite are given as text.
             * @example 200
             */
            value: string | number | boolean;
        };
        /** @description Attributes; a list or a map among them is written as JSON text. */
        JaegerTags: components["schemas"]["JaegerTag"][];
        /** @description One event of a span. */
        JaegerLog: {
            timestamp: components["schemas"]["Microseconds"];
            fields: components["schemas"]["JaegerTags"];
        };
        /** @description What the reader should know about gaps; null when there is nothing to say. */
        JaegerWarnings: string[] | null;
        /** @description One span. */
        JaegerSpan: {
            traceID: components["schemas"]["JaegerTraceId"];
            spanID: components["schemas"]["JaegerSpanId"];
            /**
             * Format: int32
             * @description Always 1, which is Jaeger's flag of a sampled span.
             * @example 1
             */
            flags: number;
            /**
             * @description The span's name.
             * @example GET /cart
             */
            operationName: string;
            /** @description The parent first, then the links. */
            references: components["schemas"]["JaegerReference"][];
            startTime: components["schemas"]["Microseconds"];
            /**
             * Format: int64
             * @description Microseconds. 0, with a warning, for a span that ends before it starts.
             * @example 28000
             */
            duration: number;
            tags: components["schemas"]["JaegerTags"];
            /** @description The events of the span. */
            logs: components["schemas"]["JaegerLog"][];
            /**
             * @description Whose span it is: a key of the trace's `processes`.
             * @example p1
             */
            processID: string;
            warnings: components["schemas"]["JaegerWarnings"];
        };
        /** @description A service as it ran somewhere. Its tags are the attributes of the resource. */
        JaegerProcess: {
            /**
             * @description The resource attribute `service.name`.
             * @example cart
             */
            serviceName: string;
            tags: components["schemas"]["JaegerTags"];
        };
        /** @description One trace. */
        JaegerTrace: {
            traceID: components["schemas"]["JaegerTraceId"];
            /** @description At most 10,000 spans, by their start. A longer trace says so in `warnings`. */
            spans: components["schemas"]["JaegerSpan"][];
            /** @description The processes that the spans refer to by their `processID`. */
            processes: {
                [key: string]: components["schemas"]["JaegerProcess"];
            };
            warnings: components["schemas"]["JaegerWarnings"];
        };
        /** @description Traces with all their spans. */
        JaegerTraceList: {
            /** @description The traces that were found, newest first. */
            data: components["schemas"]["JaegerTrace"][];
            total: components["schemas"]["JaegerTotal"];
            limit: components["schemas"]["JaegerLimit"];
            offset: components["schemas"]["JaegerOffset"];
            errors: components["schemas"]["JaegerErrors"];
        };
        /**
         * @description Seconds since the Unix epoch, with decimals if need be, or a date and time of RFC 3339.
         * @example 1795255200
         * @example 2026-11-21T10:00:00Z
         */
        PrometheusMoment: string;
        /**
         * @description Seconds, with decimals if need be, or numbers with units from `y` to `ms`, the largest first.
         * @example 15
         * @example 1h30m
         */
        PrometheusDuration: string;
        /**
         * Format: int32
         * @description How many series to answer with at most, said in a warning when there are more; 0 is all of them.
         * @example 100
         */
        PrometheusSeriesLimit: number;
        /**
         * @description How long the newest sample of a series counts; five minutes when left out.
         * @example 5m
         */
        PrometheusLookback: string;
        /**
         * @description Anything but nothing asks for what the query took.
         * @example all
         */
        PrometheusStatsWanted: string;
        /**
         * @description That the answer is a result; errors say `error`.
         * @enum {string}
         */
        PrometheusSuccess: "success";
        /**
         * @description The labels of a series, the metric's name among them as `__name__`.
         * @example {
         *       "__name__": "up",
         *       "job": "api"
         *     }
         */
        LabelSet: {
            [key: string]: string;
        };
        /**
         * Format: double
         * @description Seconds since the Unix epoch, with at most three decimals.
         * @example 1795255200.5
         */
        UnixSeconds: number;
        /**
         * @description A number as text, the shortest that means exactly it; or `NaN`, `+Inf`, `-Inf`.
         * @example 0.5
         * @example +Inf
         */
        SampleText: string;
        /**
         * @description A moment and the value there.
         * @example [
         *       1795255200,
         *       "0.5"
         *     ]
         */
        SamplePair: [
            components["schemas"]["UnixSeconds"],
            components["schemas"]["SampleText"]
        ];
        /**
         * @description Which bounds belong to the bucket (0 the upper, 1 the lower, 2 none, 3 both), the lower bound, the upper one, and the count.
         * @example [
         *       0,
         *       "1",
         *       "1.5",
         *       "7"
         *     ]
         */
        HistogramBucket: [
            number,
            components["schemas"]["SampleText"],
            components["schemas"]["SampleText"],
            components["schemas"]["SampleText"]
        ];
        /** @description A native histogram of Prometheus. */
        NativeHistogram: {
            count: components["schemas"]["SampleText"];
            sum: components["schemas"]["SampleText"];
            /** @description The buckets that are not empty, from the lowest. */
            buckets?: components["schemas"]["HistogramBucket"][];
        };
        /** @description A moment and the histogram there. */
        HistogramPair: [
            components["schemas"]["UnixSeconds"],
            components["schemas"]["NativeHistogram"]
        ];
        /** @description A series with its sample at the moment of the query, which is either a number or a native histogram. */
        VectorSeries: {
            metric: components["schemas"]["LabelSet"];
            value?: components["schemas"]["SamplePair"];
            histogram?: components["schemas"]["HistogramPair"];
        };
        /**
         * Format: double
         * @description Seconds.
         * @example 0.0012
         */
        StatisticSeconds: number;
        /**
         * Format: int64
         * @description Samples read, or values held at once.
         * @example 240
         */
        StatisticCount: number;
        /**
         * @description When a step was, in seconds since the epoch, and how many samples it looked at.
         * @example [
         *       1795251600,
         *       12
         *     ]
         */
        StepSamples: [
            components["schemas"]["UnixSeconds"],
            components["schemas"]["StatisticCount"]
        ];
        /** @description What the query took, where it was asked for. */
        QueryStatistics: {
            /** @description Seconds for each part of the work. */
            timings: {
                evalTotalTime: components["schemas"]["StatisticSeconds"];
                resultSortTime: components["schemas"]["StatisticSeconds"];
                queryPreparationTime: components["schemas"]["StatisticSeconds"];
                innerEvalTime: components["schemas"]["StatisticSeconds"];
                execQueueTime: components["schemas"]["StatisticSeconds"];
                execTotalTime: components["schemas"]["StatisticSeconds"];
            };
            /** @description How many samples there were. */
            samples: {
                /** @description With `stats=all`, for each step its moment in seconds and the samples that it looked at. */
                totalQueryableSamplesPerStep?: components["schemas"]["StepSamples"][];
                totalQueryableSamples: components["schemas"]["StatisticCount"];
                peakSamples: components["schemas"]["StatisticCount"];
            };
        };
        /** @description Series with one sample each. */
        VectorData: {
            /**
             * @description Which form the result has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            resultType: "vector";
            /** @description The series, in the order that the query gives them. */
            result: components["schemas"]["VectorSeries"][];
            stats?: components["schemas"]["QueryStatistics"];
        };
        /** @description A series with its samples. */
        MatrixSeries: {
            metric: components["schemas"]["LabelSet"];
            /** @description The samples that are numbers, in the order of time. */
            values?: components["schemas"]["SamplePair"][];
            /** @description The samples that are native histograms, in the order of time. */
            histograms?: components["schemas"]["HistogramPair"][];
        };
        /** @description Series with samples over time. */
        MatrixData: {
            /**
             * @description Which form the result has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            resultType: "matrix";
            /** @description The series, by their labels. */
            result: components["schemas"]["MatrixSeries"][];
            stats?: components["schemas"]["QueryStatistics"];
        };
        /** @description A number. */
        ScalarData: {
            /**
             * @description Which form the result has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            resultType: "scalar";
            result: components["schemas"]["SamplePair"];
            stats?: components["schemas"]["QueryStatistics"];
        };
        /** @description A text. */
        StringData: {
            /**
             * @description Which form the result has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            resultType: "string";
            /** @description The moment and the text. */
            result: [
                components["schemas"]["UnixSeconds"],
                string
            ];
            stats?: components["schemas"]["QueryStatistics"];
        };
        /**
         * @description What is worth knowing about the result, with the place in the query: at most ten, then how many are left out.
         * @example [
         *       "PromQL info: metric might not be a counter, name does not end in _total/_sum/_count/_bucket: \"up\" (1:6)"
         *     ]
         */
        PrometheusMessages: string[];
        /** @description What a query at one moment finds. */
        MetricQueryResult: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description The result, in the form that its type demands. */
            data: components["schemas"]["VectorData"] | components["schemas"]["MatrixData"] | components["schemas"]["ScalarData"] | components["schemas"]["StringData"];
            warnings?: components["schemas"]["PrometheusMessages"];
            infos?: components["schemas"]["PrometheusMessages"];
        };
        /** @description Why there is no result. */
        PrometheusError: {
            /**
             * @description That the answer is no result.
             * @enum {string}
             */
            status: "error";
            /**
             * @description What kind of error it is.
             * @enum {string}
             */
            errorType: "bad_data" | "execution" | "timeout" | "unavailable" | "internal" | "not_found" | "not_acceptable" | "unauthorized" | "forbidden" | "too_many_requests";
            /**
             * @description What went wrong, for a person.
             * @example invalid parameter "query": 1:4: parse error: unexpected end of input
             */
            error: string;
        };
        /**
         * @description The query.
         * @example up{job="api"}
         */
        PromqlText: string;
        /** @description The parameters of a query at one moment. Others are ignored. */
        MetricQueryForm: {
            query: components["schemas"]["PromqlText"];
            time?: components["schemas"]["PrometheusMoment"];
            timeout?: components["schemas"]["PrometheusDuration"];
            limit?: components["schemas"]["PrometheusSeriesLimit"];
            lookback_delta?: components["schemas"]["PrometheusLookback"];
            stats?: components["schemas"]["PrometheusStatsWanted"];
        } & {
            [key: string]: unknown;
        };
        /** @description What a query over a period finds. */
        MetricRangeResult: {
            status: components["schemas"]["PrometheusSuccess"];
            data: components["schemas"]["MatrixData"];
            warnings?: components["schemas"]["PrometheusMessages"];
            infos?: components["schemas"]["PrometheusMessages"];
        };
        /** @description The parameters of a query over a period. Others are ignored. */
        MetricRangeForm: {
            query: components["schemas"]["PromqlText"];
            start: components["schemas"]["PrometheusMoment"];
            end: components["schemas"]["PrometheusMoment"];
            step?: components["schemas"]["PrometheusDuration"];
            timeout?: components["schemas"]["PrometheusDuration"];
            limit?: components["schemas"]["PrometheusSeriesLimit"];
            lookback_delta?: components["schemas"]["PrometheusLookback"];
            stats?: components["schemas"]["PrometheusStatsWanted"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What distinguishes the observation, such as the trace that it belongs to.
         * @example {
         *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
         *     }
         */
        ExemplarLabels: {
            [key: string]: string;
        };
        /** @description A single observation. */
        MetricExemplar: {
            labels: components["schemas"]["ExemplarLabels"];
            value: components["schemas"]["SampleText"];
            timestamp: components["schemas"]["UnixSeconds"];
        };
        /** @description A series with its exemplars. */
        ExemplarSeries: {
            seriesLabels: components["schemas"]["LabelSet"];
            /** @description In the order of time. */
            exemplars: components["schemas"]["MetricExemplar"][];
        };
        /** @description What a query of exemplars finds. */
        ExemplarResult: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description The series, by their labels. */
            data: components["schemas"]["ExemplarSeries"][];
        };
        /** @description The parameters of a query of exemplars. Others are ignored. */
        ExemplarQueryForm: {
            query: components["schemas"]["PromqlText"];
            start?: components["schemas"]["PrometheusMoment"];
            end?: components["schemas"]["PrometheusMoment"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Selectors of series. A series counts when one of them selects it.
         * @example [
         *       "up{job=\"api\"}"
         *     ]
         */
        PrometheusSelectors: string[];
        /** @description Names of metrics. */
        MetricNameList: {
            status: components["schemas"]["PrometheusSuccess"];
            /**
             * @description The names, in alphabetical order.
             * @example [
             *       "http_requests_total",
             *       "up"
             *     ]
             */
            data: string[];
        };
        /** @description Names or values of labels. */
        PrometheusTextList: {
            status: components["schemas"]["PrometheusSuccess"];
            /**
             * @description The names or values, in alphabetical order.
             * @example [
             *       "api",
             *       "worker"
             *     ]
             */
            data: string[];
        };
        /**
         * Format: int32
         * @description How many to list at most; 0, or more than 100,000, is 100,000.
         * @example 1000
         */
        PrometheusLimit: number;
        /** @description Which series are meant. Others than these parameters are ignored. */
        SeriesListForm: {
            "match[]"?: components["schemas"]["PrometheusSelectors"];
            start?: components["schemas"]["PrometheusMoment"];
            end?: components["schemas"]["PrometheusMoment"];
            limit?: components["schemas"]["PrometheusLimit"];
        } & {
            [key: string]: unknown;
        };
        /** @description Series. */
        SeriesList: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description Their label sets. */
            data: components["schemas"]["LabelSet"][];
        };
        /** @description Which series are meant. Others than these parameters are ignored. */
        SeriesForm: {
            "match[]": components["schemas"]["PrometheusSelectors"];
            start?: components["schemas"]["PrometheusMoment"];
            end?: components["schemas"]["PrometheusMoment"];
            limit?: components["schemas"]["PrometheusLimit"];
        } & {
            [key: string]: unknown;
        };
        /** @description What a metric is, in its sender's words. */
        MetricMetadata: {
            /**
             * @description Such as counter, gauge, histogram, summary or unknown.
             * @example counter
             */
            type: string;
            /**
             * @description What it measures.
             * @example Requests that were answered.
             */
            help: string;
            /**
             * @description In which unit, if it was said.
             * @example seconds
             */
            unit: string;
        };
        /** @description What is known about metrics. */
        MetricMetadataMap: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description By the names of the metrics. */
            data: {
                [key: string]: components["schemas"]["MetricMetadata"][];
            };
        };
        /** @description A query, formatted. */
        FormattedQueryResult: {
            status: components["schemas"]["PrometheusSuccess"];
            /**
             * @description The query.
             * @example sum by (job) (rate(up[5m]))
             */
            data: string;
        };
        /** @description A query. Other parameters are ignored. */
        QueryTextForm: {
            query: components["schemas"]["PromqlText"];
        } & {
            [key: string]: unknown;
        };
        /** @description A node of the tree. What it has beside its type depends on the type; expressions below it are nodes again. */
        QueryNode: {
            /**
             * @description What the node is.
             * @enum {string}
             */
            type: "aggregation" | "binaryExpr" | "call" | "matrixSelector" | "subquery" | "numberLiteral" | "parenExpr" | "stringLiteral" | "unaryExpr" | "vectorSelector";
        } & {
            [key: string]: unknown;
        };
        /** @description A query as a tree. */
        ParsedQueryResult: {
            status: components["schemas"]["PrometheusSuccess"];
            data: components["schemas"]["QueryNode"];
        };
        /** @description Empty here. */
        NoBuildDetail: string;
        /** @description A version, in the form of Prometheus. What is not about the version is empty. */
        PrometheusBuild: {
            /**
             * @description The version of Prometheus whose answers these are like.
             * @example 3.9.1
             */
            version: string;
            revision: components["schemas"]["NoBuildDetail"];
            branch: components["schemas"]["NoBuildDetail"];
            buildUser: components["schemas"]["NoBuildDetail"];
            buildDate: components["schemas"]["NoBuildDetail"];
            goVersion: components["schemas"]["NoBuildDetail"];
        };
        /** @description Which Prometheus this API is like. */
        PrometheusBuildResult: {
            status: components["schemas"]["PrometheusSuccess"];
            data: components["schemas"]["PrometheusBuild"];
        };
        /** @description Names, any of which counts. */
        RuleNames: string[];
        /** @description Where a page of groups begins. */
        RuleGroupToken: string;
        /** @description A name. */
        RuleText: string;
        /**
         * @description The expression, as Prometheus writes it.
         * @example up == 0
         */
        RuleQuery: string;
        /**
         * Format: double
         * @description Seconds.
         */
        RuleSeconds: number;
        /**
         * @description Names and texts.
         * @example {
         *       "severity": "page"
         *     }
         */
        RuleLabels: {
            [key: string]: string;
        };
        /**
         * Format: date-time
         * @description A moment of evaluation; in the year 1 before the first.
         * @example 2026-11-21T10:15:30.000Z
         */
        EvaluationMoment: DateTime;
        /** @description An alert. */
        RuleAlert: {
            labels: components["schemas"]["RuleLabels"];
            annotations: components["schemas"]["RuleLabels"];
            /**
             * @description Whether it has waited long enough to fire.
             * @enum {string}
             */
            state: "pending" | "firing";
            activeAt: components["schemas"]["EvaluationMoment"];
            keepFiringSince?: components["schemas"]["EvaluationMoment"];
            /**
             * @description The value of its series when the rule was last evaluated, with an exponent.
             * @example 1.5e+01
             */
            value: string;
        };
        /**
         * @description Whether the newest evaluation succeeded; unknown before the first.
         * @enum {string}
         */
        RuleHealth: "ok" | "err" | "unknown";
        /** @description Why the newest evaluation failed. */
        RuleError: string;
        /**
         * Format: double
         * @description How long the newest evaluation took, in seconds.
         */
        EvaluationSeconds: number;
        /** @description A rule whose series are alerts. */
        AlertingRule: {
            /**
             * @description The gravest state of its alerts; unknown before its first evaluation.
             * @enum {string}
             */
            state: "firing" | "pending" | "inactive" | "unknown";
            name: components["schemas"]["RuleText"];
            query: components["schemas"]["RuleQuery"];
            duration: components["schemas"]["RuleSeconds"];
            keepFiringFor: components["schemas"]["RuleSeconds"];
            labels: components["schemas"]["RuleLabels"];
            annotations: components["schemas"]["RuleLabels"];
            /** @description Those that are pending or firing; null where they were not asked for. */
            alerts: components["schemas"]["RuleAlert"][] | null;
            health: components["schemas"]["RuleHealth"];
            lastError?: components["schemas"]["RuleError"];
            evaluationTime: components["schemas"]["EvaluationSeconds"];
            lastEvaluation: components["schemas"]["EvaluationMoment"];
            /**
             * @description Which kind of rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "alerting";
        };
        /** @description A rule whose series are written under its name. */
        RecordingRule: {
            name: components["schemas"]["RuleText"];
            query: components["schemas"]["RuleQuery"];
            labels: components["schemas"]["RuleLabels"];
            health: components["schemas"]["RuleHealth"];
            lastError?: components["schemas"]["RuleError"];
            evaluationTime: components["schemas"]["EvaluationSeconds"];
            lastEvaluation: components["schemas"]["EvaluationMoment"];
            /**
             * @description Which kind of rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "recording";
        };
        /** @description A rule of either kind. */
        Rule: components["schemas"]["AlertingRule"] | components["schemas"]["RecordingRule"];
        /** @description Rules that are evaluated one after the other, at the same moments. */
        RuleGroup: {
            name: components["schemas"]["RuleText"];
            file: components["schemas"]["RuleText"];
            /** @description In the order in which they are evaluated. */
            rules: components["schemas"]["Rule"][];
            interval: components["schemas"]["RuleSeconds"];
            /**
             * Format: int64
             * @description Series or alerts that each rule may have; 0 where the group sets no limit.
             */
            limit: number;
            evaluationTime: components["schemas"]["EvaluationSeconds"];
            lastEvaluation: components["schemas"]["EvaluationMoment"];
        };
        /** @description Rules by their groups. */
        RulesResult: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description The groups. */
            data: {
                /** @description By file, and within a file in its order. */
                groups: components["schemas"]["RuleGroup"][];
                groupNextToken?: components["schemas"]["RuleGroupToken"];
            };
        };
        /** @description Alerts that are pending or firing. */
        AlertsResult: {
            status: components["schemas"]["PrometheusSuccess"];
            /** @description The alerts. */
            data: {
                /** @description By rule. */
                alerts: components["schemas"]["RuleAlert"][];
            };
        };
        /**
         * @description The event's id, the same with every attempt. Keep those that you have seen.
         * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
         */
        IssueEventId: string;
        /** @description What the event is about. */
        IssueResource: {
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "issue";
            /** @description Null. Receivers of several APIs read the same form. */
            providerId: string | null;
            id: components["schemas"]["IssueId"];
            /**
             * Format: int64
             * @description Rises with each event of the issue. Leave out what is older than what you know.
             * @example 1
             */
            version: number;
        };
        /** @description The issue when the event was written. */
        IssueSnapshot: {
            issueId: components["schemas"]["IssueId"];
            title: components["schemas"]["IssueTitle"];
            culprit: components["schemas"]["IssueCulprit"];
            level: components["schemas"]["IssueLevel"];
            state: components["schemas"]["IssueState"];
            resolvedInRelease: components["schemas"]["ResolvedInRelease"];
            ignoredUntil: components["schemas"]["IgnoredUntil"];
            owner: components["schemas"]["IssueOwner"];
            firstSeen: components["schemas"]["IssueMoment"];
            lastSeen: components["schemas"]["IssueMoment"];
            eventCount: components["schemas"]["IssueNumber"];
            /**
             * @description The release that was seen last; null where no event has named one.
             * @example shop@4.2.0
             */
            lastRelease: string | null;
        };
        /** @description An issue that somebody should look at. */
        IssueEvent: {
            eventId: components["schemas"]["IssueEventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example issue.created
             * @enum {string}
             */
            type: "issue.created" | "issue.regressed" | "issue.escalated";
            /**
             * @description The version of this interface.
             * @example 1.0.0
             */
            apiVersion: string;
            /**
             * @description Whose data it is about, as with keys.
             * @example live
             * @enum {string}
             */
            environment: "test" | "live";
            occurredAt: components["schemas"]["IssueMoment"];
            resource: components["schemas"]["IssueResource"];
            data: components["schemas"]["IssueSnapshot"];
        };
    };
    responses: {
        /** @description The credentials are missing, malformed, unknown, expired or revoked. Do not retry with the same credentials. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key exists but has been switched off. Only its owner can switch it on again. */
        KeyInactive: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Accept` header allows none of the media types of this operation. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quota of this window is used up and nothing of the request was taken. Send it again after `Retry-After` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unexpected: something went wrong on our side, and the outcome of the request is unknown. Retry only what may safely be done twice. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot take the request right now. Send it again after `Retry-After` seconds. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is valid but lacks the scope that this operation needs, or has been switched off. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The project of these credentials does not exist or is not active. */
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What became of the events. Those counted as `ingested` are stored for good. */
        EventsAccepted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestResult"];
            };
        };
        /** @description Nothing in the body is usable, or it cannot be decompressed. Sending the same request again fails again: correct it first. */
        InvalidBatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this operation accepts, before or after decompression. Send it in smaller parts. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation does not accept this `Content-Type` or `Content-Encoding`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Origin` header names a site that is not on the project's list of allowed origins. */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, holds what is no vital, or cannot be decompressed. Nothing of it is stored. */
        VitalsInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Origin` header names a site that is not on the project's list of allowed origins; or the API key lacks the scope `ingest:write` or has been switched off. */
        VitalsForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is unknown or does not match the contract, or the cursor does not belong to this list. Start again without a cursor. */
        InvalidListParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is missing, unknown or does not match the contract. Sending the same request again fails again. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing under this id in the project and environment of the key, or the project is not active. What belongs to another project is answered the same way. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not match the contract. Sending it again fails again. */
        InvalidIssueChange: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The issue would be of more than 500 fingerprints. */
        NotMergeable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The issue does not have all of these fingerprints, or would have none left. Read it again. */
        NotSplittable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not match the contract. Sending it again fails again. */
        InvalidAnnouncement: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The project's symbols leave no room for the file, or the request is too large. */
        NoRoom: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The stored bytes are not what was announced, no artifact of the announced type, or the request is malformed. The upload stays open until its address expires: send the right bytes to the address, and complete it again. */
        WrongArtifact: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing has been sent to the address yet, or the upload has been completed before. */
        NotOpen: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The stored bytes are not what was announced, or the request is malformed. The upload stays open until its address expires: send the right bytes to the address, and complete it again. */
        WrongBytes: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not a valid export request. Sending it again fails again; exporters drop it. */
        OtlpInvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The API key is missing, malformed, unknown or revoked. Exporters drop the data. */
        OtlpUnauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The API key is valid but lacks the scope `ingest:write`, or has been switched off. Exporters drop the data. */
        OtlpForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The project of the API key does not exist or is not active. */
        OtlpProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The body is larger than 20 MiB, before or after decompression. Export smaller batches. */
        OtlpPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The operation does not accept this `Content-Type` or `Content-Encoding`. */
        OtlpUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The quota of this minute is used up and nothing was taken. Exporters retry after `Retry-After` seconds. */
        OtlpRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description Unexpected: something went wrong on our side. Exporters do not retry this status. */
        OtlpInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The server cannot take the request right now. Exporters retry after `Retry-After` seconds. */
        OtlpOverloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RpcStatus"];
                "application/x-protobuf": components["schemas"]["RpcStatusProtobuf"];
            };
        };
        /** @description The result. `resultType` says which form it has. */
        QueryAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MetricQueryResult"];
            };
        };
        /** @description A parameter is missing or malformed, or the query is wrong. Sending it again fails again. */
        PrometheusBadData: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The API key is missing, malformed, unknown or revoked. */
        PrometheusUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The API key is valid but lacks the scope that this operation needs, or has been switched off. */
        PrometheusForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The project of the API key does not exist or is not active. */
        PrometheusNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The `Accept` header allows none of the media types of this operation. */
        PrometheusNotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The query is right, but selects or answers more than one query may. Ask for less at once. */
        PrometheusExecution: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The quota of this minute is used up. Retry after `Retry-After` seconds. */
        PrometheusTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description Unexpected: something went wrong on our side. */
        PrometheusInternal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The query took longer than a query may (`timeout`), or the server cannot take it right now (`unavailable`). Retry after `Retry-After` seconds. */
        PrometheusUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The form is larger than this operation accepts. */
        PrometheusTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The operation does not accept this `Content-Type` or `Content-Encoding`. */
        PrometheusUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusError"];
            };
        };
        /** @description The series, each with its samples in the order of time. */
        RangeAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MetricRangeResult"];
            };
        };
        /** @description Series with their exemplars. */
        ExemplarAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExemplarResult"];
            };
        };
        /** @description The names. */
        NamesAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MetricNameList"];
            };
        };
        /** @description The names of the labels. */
        LabelsAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusTextList"];
            };
        };
        /** @description The values of the label. */
        ValuesAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusTextList"];
            };
        };
        /** @description The label sets. */
        SeriesAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SeriesList"];
            };
        };
        /** @description What is known, by the names of the metrics. */
        MetadataAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MetricMetadataMap"];
            };
        };
        /** @description The query, formatted. */
        FormattedQueryAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FormattedQueryResult"];
            };
        };
        /** @description The tree of the query. */
        ParsedQueryAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ParsedQueryResult"];
            };
        };
        /** @description The version. */
        BuildAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PrometheusBuildResult"];
            };
        };
        /** @description The rules. */
        RulesAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RulesResult"];
            };
        };
        /** @description The alerts. */
        AlertsAnswer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertsResult"];
            };
        };
    };
    parameters: {
        /**
         * @description Only events of exactly this level.
         * @example 50
         */
        Level: components["schemas"]["EventLevel"];
        /**
         * @description Only events of this release.
         * @example shop@4.2.0
         */
        ReleaseFilter: string;
        /**
         * @description Only events whose sender runs there. It is the sender's deployment stage, not test or live.
         * @example production
         */
        Stage: components["schemas"]["DeploymentStage"];
        /**
         * @description Only events of this platform.
         * @example android
         */
        Platform: string;
        /**
         * @description Only what happened at or after this moment, by the sender's clock.
         * @example 2026-11-21T00:00:00.000Z
         */
        Since: DateTime;
        /**
         * @description Only what happened before this moment, by the sender's clock.
         * @example 2026-11-22T00:00:00.000Z
         */
        Until: DateTime;
        /**
         * @description Only events whose message or exception contains this text, upper and lower case alike.
         * @example payment
         */
        EventText: components["schemas"]["SearchText"];
        /**
         * @description How many items one page holds at most.
         * @example 50
         */
        PageLimit: number;
        /**
         * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        Cursor: string;
        /**
         * @description The issue.
         * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        IssueIdParameter: components["schemas"]["IssueId"];
        /**
         * @description Only records of this trace, in hexadecimal of either case.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        TraceId: string;
        /**
         * @description Only records of this service.
         * @example cart
         */
        Service: string;
        /**
         * @description Only records at least this severe, on OpenTelemetry's scale - 9 is info, 13 warn, 17 error, 21 fatal.
         * @example 13
         */
        MinSeverity: number;
        /**
         * @description Only records whose body contains this text, upper and lower case alike.
         * @example payment
         */
        BodyText: components["schemas"]["SearchText"];
        /**
         * @description The stream ends by itself after so many seconds.
         * @example 60
         */
        Seconds: number;
        /**
         * @description The `id` that was received last; the stream goes on after it, with the newest records of what has come meanwhile.
         * @example 42.1
         */
        LastEventId: string;
        /**
         * @description The upload, from when it was announced.
         * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        UploadId: components["schemas"]["UploadId"];
        /**
         * @description The query.
         * @example up
         */
        QueryText: string;
        /**
         * @description The moment; now when left out.
         * @example 1795255200
         */
        Time: components["schemas"]["PrometheusMoment"];
        /**
         * @description The longest that the query may take, if shorter than 20 seconds.
         * @example 10s
         */
        Timeout: components["schemas"]["PrometheusDuration"];
        /**
         * @description How many series to answer with at most, said in a warning when there are more; 0 is all of them.
         * @example 100
         */
        SeriesLimit: components["schemas"]["PrometheusSeriesLimit"];
        /**
         * @description How long the newest sample of a series counts; five minutes when left out.
         * @example 5m
         */
        Lookback: components["schemas"]["PrometheusLookback"];
        /**
         * @description Anything but nothing asks for what the query took; `all` for the samples of each step, too.
         * @example all
         */
        StatsWanted: components["schemas"]["PrometheusStatsWanted"];
        /**
         * @description The first moment.
         * @example 1795251600
         */
        Start: components["schemas"]["PrometheusMoment"];
        /**
         * @description The last moment.
         * @example 1795255200
         */
        End: components["schemas"]["PrometheusMoment"];
        /**
         * @description The time between two moments; a 250th of the period, and at least a second, when left out.
         * @example 1m
         */
        Step: components["schemas"]["PrometheusDuration"];
        /**
         * @description Only exemplars since then; all of them when left out.
         * @example 1795251600
         */
        ExemplarsSince: components["schemas"]["PrometheusMoment"];
        /**
         * @description Only exemplars until then; all of them when left out.
         * @example 1795255200
         */
        ExemplarsUntil: components["schemas"]["PrometheusMoment"];
        /**
         * @description Only series that one of these selectors selects.
         * @example [
         *       "up"
         *     ]
         */
        OptionalMatch: components["schemas"]["PrometheusSelectors"];
        /**
         * @description The beginning of the period. Only series count that had samples in it; days (UTC) count as a whole.
         * @example 1795251600
         */
        SinceStart: components["schemas"]["PrometheusMoment"];
        /**
         * @description The end of the period. Only series count that had samples in it; days (UTC) count as a whole.
         * @example 1795255200
         */
        UntilEnd: components["schemas"]["PrometheusMoment"];
        /**
         * @description How many to list at most; 0, or more than 100,000, is 100,000.
         * @example 1000
         */
        Limit: number;
        /**
         * @description The label, percent-encoded. A name that begins with `U__` is read as Prometheus escapes names in addresses.
         * @example job
         */
        LabelName: string;
        /**
         * @description The selectors.
         * @example [
         *       "up"
         *     ]
         */
        Match: components["schemas"]["PrometheusSelectors"];
        /**
         * @description Only this metric.
         * @example up
         */
        Metric: string;
        /**
         * @description How many metrics to list at most, none with 0; 100,000 when left out, and never more.
         * @example 1000
         */
        MetadataLimit: number;
        /**
         * @description Taken for compatibility; one entry for each metric is kept.
         * @example 1
         */
        LimitPerMetric: number;
        /**
         * @description Rules of one kind alone.
         * @example alert
         */
        RuleType: "alert" | "record";
        /**
         * @description Rules with one of these names alone.
         * @example [
         *       "InstanceDown"
         *     ]
         */
        RuleName: components["schemas"]["RuleNames"];
        /**
         * @description Groups with one of these names alone.
         * @example [
         *       "shop"
         *     ]
         */
        RuleGroupName: components["schemas"]["RuleNames"];
        /**
         * @description Groups of one of these files alone.
         * @example [
         *       "shop.yml"
         *     ]
         */
        RuleFileName: components["schemas"]["RuleNames"];
        /**
         * @description Rules whose own labels fit one of these selectors alone. Templates in labels fit nothing but themselves.
         * @example [
         *       "{severity=\"page\"}"
         *     ]
         */
        RuleMatch: components["schemas"]["PrometheusSelectors"];
        /**
         * @description Whether to leave the alerts of rules out.
         * @example true
         */
        ExcludeAlerts: boolean;
        /**
         * @description How many groups to list at most.
         * @example 100
         */
        GroupLimit: number;
        /**
         * @description The `groupNextToken` of the page before; needs `group_limit`.
         * @example 3a9b6c1d5e2f407182930a4b5c6d7e8f90a1b2c3
         */
        GroupNextToken: components["schemas"]["RuleGroupToken"];
        /**
         * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
         * @example 2026-11-21T10:05:01Z
         */
        HookTimestamp: string;
        /**
         * @description The id of the current signing secret.
         * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
         */
        HookKeyId: string;
        /**
         * @description Which attempt this is.
         * @example 1
         */
        HookDeliveryAttempt: number;
        /**
         * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
         * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
         */
        HookSignature: string;
        /**
         * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
         * @example 1795255501
         */
        WebhookTimestamp: string;
        /**
         * @description The signatures of Standard Webhooks, for receivers that use its libraries.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: {
        /** @description One event, a list of events, or one event per line. */
        EventBatch: {
            content: {
                "application/json": components["schemas"]["EventBatch"];
                "application/x-ndjson": components["schemas"]["Event"];
            };
        };
    };
    headers: {
        /**
         * @description Names this request in logs and problems. A request may bring its own `X-Request-Id` of 1 to 64 letters, digits, dots, underscores and hyphens, and gets it back; anything else is replaced by a generated id.
         * @example req_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        RequestId: string;
        /**
         * @description Wait at least this many seconds before you send the request again.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description How much the quota that applies to this operation allows in one window.
         * @example 60000
         */
        RateLimitLimit: number;
        /**
         * @description How much of the quota is left in this window, after this request.
         * @example 59988
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the window ends and the whole quota is there again.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description No cache is to keep events.
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description Proxies that know it pass each event on at once.
         * @example no
         */
        Unbuffered: "no";
        /**
         * @description How many samples of the request are stored.
         * @example 1
         */
        SamplesWritten: number;
        /**
         * @description How many native histograms of the request are stored.
         * @example 0
         */
        HistogramsWritten: number;
        /**
         * @description How many exemplars of the request are stored.
         * @example 0
         */
        ExemplarsWritten: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    verifyKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is valid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyMetadata"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["KeyInactive"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new token. Every call makes another; earlier ones stay valid until they expire. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    ingestEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventBatch"];
        responses: {
            202: components["responses"]["EventsAccepted"];
            400: components["responses"]["InvalidBatch"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    ingestBrowserEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventBatch"];
        responses: {
            202: components["responses"]["EventsAccepted"];
            400: components["responses"]["InvalidBatch"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    ingestMobileEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One mobile event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MobileEvent"];
                "application/x-ndjson": components["schemas"]["MobileEvent"];
            };
        };
        responses: {
            /** @description The event was stored, or had been stored already. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            400: components["responses"]["InvalidBatch"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    ingestWebVitals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One vital, a list of them, or an object that holds the list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebVitalReport"];
            };
        };
        responses: {
            /** @description The vitals are stored, except for those that were skipped. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebVitalResult"];
                };
            };
            400: components["responses"]["VitalsInvalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["VitalsForbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of exactly this level.
                 * @example 50
                 */
                level?: components["parameters"]["Level"];
                /**
                 * @description Only events of this release.
                 * @example shop@4.2.0
                 */
                release?: components["parameters"]["ReleaseFilter"];
                /**
                 * @description Only events whose sender runs there. It is the sender's deployment stage, not test or live.
                 * @example production
                 */
                environment?: components["parameters"]["Stage"];
                /**
                 * @description Only events of this platform.
                 * @example android
                 */
                platform?: components["parameters"]["Platform"];
                /**
                 * @description Only what happened at or after this moment, by the sender's clock.
                 * @example 2026-11-21T00:00:00.000Z
                 */
                since?: components["parameters"]["Since"];
                /**
                 * @description Only what happened before this moment, by the sender's clock.
                 * @example 2026-11-22T00:00:00.000Z
                 */
                until?: components["parameters"]["Until"];
                /**
                 * @description Only events whose message or exception contains this text, upper and lower case alike.
                 * @example payment
                 */
                q?: components["parameters"]["EventText"];
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event, percent-encoded.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEvent"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listIssues: {
        parameters: {
            query?: {
                /**
                 * @description Only issues in this state.
                 * @example open
                 */
                state?: components["schemas"]["IssueState"];
                /**
                 * @description Only issues whose newest event has this level.
                 * @example 50
                 */
                level?: components["schemas"]["EventLevel"];
                /**
                 * @description Only issues that this release was seen in, among their last 50 releases.
                 * @example shop@4.2.0
                 */
                release?: string;
                /**
                 * @description Only issues whose title or culprit contains this text, upper and lower case alike.
                 * @example total
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description What comes first - what was seen last, what was first seen last, or what has most events.
                 * @example lastSeen
                 */
                sort?: "lastSeen" | "firstSeen" | "eventCount";
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuePage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The issue.
                 * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                issueId: components["parameters"]["IssueIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueDetail"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The issue.
                 * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                issueId: components["parameters"]["IssueIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueChange"];
            };
        };
        responses: {
            /** @description The issue as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueDetail"];
                };
            };
            400: components["responses"]["InvalidIssueChange"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listIssueEvents: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The issue.
                 * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                issueId: components["parameters"]["IssueIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mergeIssues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The issue.
                 * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                issueId: components["parameters"]["IssueIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueMerge"];
            };
        };
        responses: {
            /** @description The issue that has them all. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueDetail"];
                };
            };
            400: components["responses"]["InvalidIssueChange"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotMergeable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    splitIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The issue.
                 * @example iss_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                issueId: components["parameters"]["IssueIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueSplit"];
            };
        };
        responses: {
            /** @description The new issue. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueDetail"];
                };
            };
            400: components["responses"]["InvalidIssueChange"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotSplittable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    reprocessCrashes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReprocessResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /**
                 * @description Only records of this trace, in hexadecimal of either case.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId?: components["parameters"]["TraceId"];
                /**
                 * @description Only records of this service.
                 * @example cart
                 */
                service?: components["parameters"]["Service"];
                /**
                 * @description Only records at least this severe, on OpenTelemetry's scale - 9 is info, 13 warn, 17 error, 21 fatal.
                 * @example 13
                 */
                minSeverity?: components["parameters"]["MinSeverity"];
                /**
                 * @description Only what happened at or after this moment, by the sender's clock.
                 * @example 2026-11-21T00:00:00.000Z
                 */
                since?: components["parameters"]["Since"];
                /**
                 * @description Only what happened before this moment, by the sender's clock.
                 * @example 2026-11-22T00:00:00.000Z
                 */
                until?: components["parameters"]["Until"];
                /**
                 * @description Only records whose body contains this text, upper and lower case alike.
                 * @example payment
                 */
                q?: components["parameters"]["BodyText"];
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    countLogs: {
        parameters: {
            query: {
                /**
                 * @description Only records of this trace, in hexadecimal of either case.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId?: components["parameters"]["TraceId"];
                /**
                 * @description Only records of this service.
                 * @example cart
                 */
                service?: components["parameters"]["Service"];
                /**
                 * @description Only records at least this severe, on OpenTelemetry's scale - 9 is info, 13 warn, 17 error, 21 fatal.
                 * @example 13
                 */
                minSeverity?: components["parameters"]["MinSeverity"];
                /**
                 * @description Only what happened at or after this moment, by the sender's clock.
                 * @example 2026-11-21T10:00:00.000Z
                 */
                since: DateTime;
                /**
                 * @description Only what happened before this moment, by the sender's clock. It has to be after `since`.
                 * @example 2026-11-21T11:00:00.000Z
                 */
                until: DateTime;
                /**
                 * @description Into how many parts the time is cut; fewer where it has fewer milliseconds.
                 * @example 60
                 */
                buckets?: number;
                /**
                 * @description Only records whose body contains this text, upper and lower case alike.
                 * @example payment
                 */
                q?: components["parameters"]["BodyText"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogCounts"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    tailEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of exactly this level.
                 * @example 50
                 */
                level?: components["parameters"]["Level"];
                /**
                 * @description Only events of this release.
                 * @example shop@4.2.0
                 */
                release?: components["parameters"]["ReleaseFilter"];
                /**
                 * @description Only events whose sender runs there. It is the sender's deployment stage, not test or live.
                 * @example production
                 */
                environment?: components["parameters"]["Stage"];
                /**
                 * @description Only events of this platform.
                 * @example android
                 */
                platform?: components["parameters"]["Platform"];
                /**
                 * @description Only events whose message or exception contains this text, upper and lower case alike.
                 * @example payment
                 */
                q?: components["parameters"]["EventText"];
                /**
                 * @description The stream ends by itself after so many seconds.
                 * @example 60
                 */
                seconds?: components["parameters"]["Seconds"];
            };
            header?: {
                /**
                 * @description The `id` that was received last; the stream goes on after it, with the newest records of what has come meanwhile.
                 * @example 42.1
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, as they come. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-Accel-Buffering": components["headers"]["Unbuffered"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["EventStream"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    tailLogs: {
        parameters: {
            query?: {
                /**
                 * @description Only records of this trace, in hexadecimal of either case.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId?: components["parameters"]["TraceId"];
                /**
                 * @description Only records of this service.
                 * @example cart
                 */
                service?: components["parameters"]["Service"];
                /**
                 * @description Only records at least this severe, on OpenTelemetry's scale - 9 is info, 13 warn, 17 error, 21 fatal.
                 * @example 13
                 */
                minSeverity?: components["parameters"]["MinSeverity"];
                /**
                 * @description Only records whose body contains this text, upper and lower case alike.
                 * @example payment
                 */
                q?: components["parameters"]["BodyText"];
                /**
                 * @description The stream ends by itself after so many seconds.
                 * @example 60
                 */
                seconds?: components["parameters"]["Seconds"];
            };
            header?: {
                /**
                 * @description The `id` that was received last; the stream goes on after it, with the newest records of what has come meanwhile.
                 * @example 42.1
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records, as they come. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-Accel-Buffering": components["headers"]["Unbuffered"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LogStream"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /**
                 * @description Only artifacts of this release.
                 * @example web@2026.11.3
                 */
                release?: components["schemas"]["SymbolRelease"];
                /**
                 * @description Only artifacts of this platform.
                 * @example web
                 */
                platform?: components["schemas"]["ArtifactPlatform"];
                /**
                 * @description Only artifacts of this type.
                 * @example sourcemap
                 */
                artifactType?: components["schemas"]["ArtifactType"];
                /**
                 * @description Only source maps that were announced for this script, written as it was then or as the list shows it.
                 * @example assets/main.4f2d.js
                 */
                script?: components["schemas"]["ArtifactScript"];
                /**
                 * @description How many artifacts a page has at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the page before. Good only with the same filters.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of artifacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolArtifactList"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteArtifacts: {
        parameters: {
            query: {
                /**
                 * @description The release whose artifacts are deleted.
                 * @example web@2026.11.3
                 */
                release: components["schemas"]["SymbolRelease"];
                /**
                 * @description Only artifacts of this platform.
                 * @example web
                 */
                platform?: components["schemas"]["ArtifactPlatform"];
                /**
                 * @description Only artifacts of this type.
                 * @example sourcemap
                 */
                artifactType?: components["schemas"]["ArtifactType"];
                /**
                 * @description Only source maps that were announced for this script, written as it was then or as the list shows it.
                 * @example assets/main.4f2d.js
                 */
                script?: components["schemas"]["ArtifactScript"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They serve the release no more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedArtifacts"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    presignArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresignArtifactRequest"];
            };
        };
        responses: {
            /** @description The project has the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedArtifact"];
                };
            };
            /** @description The address is ready. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedArtifact"];
                };
            };
            400: components["responses"]["InvalidAnnouncement"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["NoRoom"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteUploadRequest"];
            };
        };
        responses: {
            /** @description The artifact serves its release; the one before it is gone. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredArtifact"];
                };
            };
            400: components["responses"]["WrongArtifact"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotOpen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeArtifactById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The upload, from when it was announced.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                uploadId: components["parameters"]["UploadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifact serves its release; the one before it is gone. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredArtifact"];
                };
            };
            400: components["responses"]["WrongArtifact"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotOpen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    presignDebugSymbols: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresignDebugSymbolsRequest"];
            };
        };
        responses: {
            /** @description The project has the archive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedDebugSymbols"];
                };
            };
            /** @description The address is ready. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedDebugSymbols"];
                };
            };
            400: components["responses"]["InvalidAnnouncement"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["NoRoom"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeDebugSymbols: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteUploadRequest"];
            };
        };
        responses: {
            /** @description The archive waits to be indexed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedDebugSymbols"];
                };
            };
            400: components["responses"]["WrongBytes"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotOpen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeDebugSymbolsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The upload, from when it was announced.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                uploadId: components["parameters"]["UploadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive waits to be indexed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedDebugSymbols"];
                };
            };
            400: components["responses"]["WrongBytes"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NotOpen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listSymbolUploads: {
        parameters: {
            query?: {
                /**
                 * @description Only uploads that are this far.
                 * @example DONE
                 */
                status?: components["schemas"]["UploadStatus"];
                /**
                 * @description How many uploads are listed at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The uploads. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolUploadList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportLogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An export request. An empty one is a success. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportLogsServiceRequest"];
                "application/x-protobuf": components["schemas"]["ExportLogsServiceRequestProtobuf"];
            };
        };
        responses: {
            /** @description The records are stored, except for those that `partialSuccess` counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportLogsServiceResponse"];
                    "application/x-protobuf": components["schemas"]["ExportLogsServiceResponseProtobuf"];
                };
            };
            400: components["responses"]["OtlpInvalidBody"];
            401: components["responses"]["OtlpUnauthenticated"];
            403: components["responses"]["OtlpForbidden"];
            404: components["responses"]["OtlpProjectNotFound"];
            413: components["responses"]["OtlpPayloadTooLarge"];
            415: components["responses"]["OtlpUnsupportedMediaType"];
            429: components["responses"]["OtlpRateLimited"];
            500: components["responses"]["OtlpInternalError"];
            503: components["responses"]["OtlpOverloaded"];
        };
    };
    exportTraces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An export request. An empty one is a success. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportTraceServiceRequest"];
                "application/x-protobuf": components["schemas"]["ExportTraceServiceRequestProtobuf"];
            };
        };
        responses: {
            /** @description The spans are stored, except for those that `partialSuccess` counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTraceServiceResponse"];
                    "application/x-protobuf": components["schemas"]["ExportTraceServiceResponseProtobuf"];
                };
            };
            400: components["responses"]["OtlpInvalidBody"];
            401: components["responses"]["OtlpUnauthenticated"];
            403: components["responses"]["OtlpForbidden"];
            404: components["responses"]["OtlpProjectNotFound"];
            413: components["responses"]["OtlpPayloadTooLarge"];
            415: components["responses"]["OtlpUnsupportedMediaType"];
            429: components["responses"]["OtlpRateLimited"];
            500: components["responses"]["OtlpInternalError"];
            503: components["responses"]["OtlpOverloaded"];
        };
    };
    exportMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An export request. An empty one is a success. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportMetricsServiceRequest"];
                "application/x-protobuf": components["schemas"]["ExportMetricsServiceRequestProtobuf"];
            };
        };
        responses: {
            /** @description The data points are stored, except for those that `partialSuccess` counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportMetricsServiceResponse"];
                    "application/x-protobuf": components["schemas"]["ExportMetricsServiceResponseProtobuf"];
                };
            };
            400: components["responses"]["OtlpInvalidBody"];
            401: components["responses"]["OtlpUnauthenticated"];
            403: components["responses"]["OtlpForbidden"];
            404: components["responses"]["OtlpProjectNotFound"];
            413: components["responses"]["OtlpPayloadTooLarge"];
            415: components["responses"]["OtlpUnsupportedMediaType"];
            429: components["responses"]["OtlpRateLimited"];
            500: components["responses"]["OtlpInternalError"];
            503: components["responses"]["OtlpOverloaded"];
        };
    };
    writeMetrics: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the protocol, as senders name it: `0.1.0` for 1.0, `2.0.0` for 2.0. The content type decides.
                 * @example 0.1.0
                 */
                "X-Prometheus-Remote-Write-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A write request. One without series is a success. */
        requestBody: {
            content: {
                "application/x-protobuf": components["schemas"]["WriteRequestProtobuf"];
            };
        };
        responses: {
            /** @description Everything is stored. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Prometheus-Remote-Write-Samples-Written": components["headers"]["SamplesWritten"];
                    "X-Prometheus-Remote-Write-Histograms-Written": components["headers"]["HistogramsWritten"];
                    "X-Prometheus-Remote-Write-Exemplars-Written": components["headers"]["ExemplarsWritten"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidBatch"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getServiceMap: {
        parameters: {
            query?: {
                /**
                 * @description Only spans that started at or after this moment; an hour before `until` when left out.
                 * @example 2026-11-21T10:00:00.000Z
                 */
                since?: DateTime;
                /**
                 * @description Only spans that started before this moment, which is after `since`; now when left out.
                 * @example 2026-11-21T11:00:00.000Z
                 */
                until?: DateTime;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map, empty when there were no spans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceMap"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names, none when no traces came in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JaegerServiceList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listServiceOperations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the service, percent-encoded.
                 * @example cart
                 */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names of the spans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JaegerOperationList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDependencies: {
        parameters: {
            query?: {
                /**
                 * @description The end of the period in milliseconds since the Unix epoch; now when left out.
                 * @example 1795334400000
                 */
                endTs?: number;
                /**
                 * @description The length of the period in milliseconds, at most 30 days.
                 * @example 86400000
                 */
                lookback?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs of services in alphabetical order, none when no service called another. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JaegerDependencyList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    findTraces: {
        parameters: {
            query?: {
                /**
                 * @description Only traces in which this service took part.
                 * @example cart
                 */
                service?: string;
                /**
                 * @description How many traces to return at most.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description How far to look back from now, or from `end` when that is given. With `start`, it has no effect; clients that send their own `start` and `end` may say `custom`.
                 * @example 24h
                 */
                lookback?: "1h" | "24h" | "7d" | "30d" | "custom";
                /**
                 * @description Only spans that started at or after this moment, in microseconds since the Unix epoch.
                 * @example 1795248000000000
                 */
                start?: number;
                /**
                 * @description Only spans that started before or at this moment, in microseconds since the Unix epoch.
                 * @example 1795334400000000
                 */
                end?: number;
                /**
                 * @description Only traces with a span of this name.
                 * @example GET /cart
                 */
                operation?: string;
                /**
                 * @description Only traces with a span that has all these attributes, as the text of a JSON object of strings with at most 20 keys.
                 * @example {"http.response.status_code":"200"}
                 */
                tags?: string;
                /**
                 * @description Only traces with a span that took at least this long, for example 1.5s, 100ms or 250us.
                 * @example 1ms
                 */
                minDuration?: components["schemas"]["Duration"];
                /**
                 * @description Only traces with a span that took at most this long, for example 1.5s, 100ms or 250us.
                 * @example 30s
                 */
                maxDuration?: components["schemas"]["Duration"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The traces, none when none were found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    /**
                     * @description For how many days spans are kept. A `lookback` beyond finds what is kept.
                     * @example 7
                     */
                    "X-Retention-Days"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JaegerTraceList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProjectNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the trace in hexadecimal of either case. Leading zeros may be left out.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JaegerTraceList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    queryMetrics: {
        parameters: {
            query: {
                /**
                 * @description The query.
                 * @example up
                 */
                query: components["parameters"]["QueryText"];
                /**
                 * @description The moment; now when left out.
                 * @example 1795255200
                 */
                time?: components["parameters"]["Time"];
                /**
                 * @description The longest that the query may take, if shorter than 20 seconds.
                 * @example 10s
                 */
                timeout?: components["parameters"]["Timeout"];
                /**
                 * @description How many series to answer with at most, said in a warning when there are more; 0 is all of them.
                 * @example 100
                 */
                limit?: components["parameters"]["SeriesLimit"];
                /**
                 * @description How long the newest sample of a series counts; five minutes when left out.
                 * @example 5m
                 */
                lookback_delta?: components["parameters"]["Lookback"];
                /**
                 * @description Anything but nothing asks for what the query took; `all` for the samples of each step, too.
                 * @example all
                 */
                stats?: components["parameters"]["StatsWanted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["QueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    queryMetricsByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MetricQueryForm"];
            };
        };
        responses: {
            200: components["responses"]["QueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    queryMetricsRange: {
        parameters: {
            query: {
                /**
                 * @description The query.
                 * @example up
                 */
                query: components["parameters"]["QueryText"];
                /**
                 * @description The first moment.
                 * @example 1795251600
                 */
                start: components["parameters"]["Start"];
                /**
                 * @description The last moment.
                 * @example 1795255200
                 */
                end: components["parameters"]["End"];
                /**
                 * @description The time between two moments; a 250th of the period, and at least a second, when left out.
                 * @example 1m
                 */
                step?: components["parameters"]["Step"];
                /**
                 * @description The longest that the query may take, if shorter than 20 seconds.
                 * @example 10s
                 */
                timeout?: components["parameters"]["Timeout"];
                /**
                 * @description How many series to answer with at most, said in a warning when there are more; 0 is all of them.
                 * @example 100
                 */
                limit?: components["parameters"]["SeriesLimit"];
                /**
                 * @description How long the newest sample of a series counts; five minutes when left out.
                 * @example 5m
                 */
                lookback_delta?: components["parameters"]["Lookback"];
                /**
                 * @description Anything but nothing asks for what the query took; `all` for the samples of each step, too.
                 * @example all
                 */
                stats?: components["parameters"]["StatsWanted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RangeAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    queryMetricsRangeByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MetricRangeForm"];
            };
        };
        responses: {
            200: components["responses"]["RangeAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    queryExemplars: {
        parameters: {
            query: {
                /**
                 * @description The query.
                 * @example up
                 */
                query: components["parameters"]["QueryText"];
                /**
                 * @description Only exemplars since then; all of them when left out.
                 * @example 1795251600
                 */
                start?: components["parameters"]["ExemplarsSince"];
                /**
                 * @description Only exemplars until then; all of them when left out.
                 * @example 1795255200
                 */
                end?: components["parameters"]["ExemplarsUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExemplarAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    queryExemplarsByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ExemplarQueryForm"];
            };
        };
        responses: {
            200: components["responses"]["ExemplarAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listMetricNames: {
        parameters: {
            query?: {
                /**
                 * @description Only series that one of these selectors selects.
                 * @example [
                 *       "up"
                 *     ]
                 */
                "match[]"?: components["parameters"]["OptionalMatch"];
                /**
                 * @description The beginning of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795251600
                 */
                start?: components["parameters"]["SinceStart"];
                /**
                 * @description The end of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795255200
                 */
                end?: components["parameters"]["UntilEnd"];
                /**
                 * @description How many to list at most; 0, or more than 100,000, is 100,000.
                 * @example 1000
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NamesAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /**
                 * @description Only series that one of these selectors selects.
                 * @example [
                 *       "up"
                 *     ]
                 */
                "match[]"?: components["parameters"]["OptionalMatch"];
                /**
                 * @description The beginning of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795251600
                 */
                start?: components["parameters"]["SinceStart"];
                /**
                 * @description The end of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795255200
                 */
                end?: components["parameters"]["UntilEnd"];
                /**
                 * @description How many to list at most; 0, or more than 100,000, is 100,000.
                 * @example 1000
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LabelsAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listLabelsByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SeriesListForm"];
            };
        };
        responses: {
            200: components["responses"]["LabelsAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listLabelValues: {
        parameters: {
            query?: {
                /**
                 * @description Only series that one of these selectors selects.
                 * @example [
                 *       "up"
                 *     ]
                 */
                "match[]"?: components["parameters"]["OptionalMatch"];
                /**
                 * @description The beginning of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795251600
                 */
                start?: components["parameters"]["SinceStart"];
                /**
                 * @description The end of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795255200
                 */
                end?: components["parameters"]["UntilEnd"];
                /**
                 * @description How many to list at most; 0, or more than 100,000, is 100,000.
                 * @example 1000
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The label, percent-encoded. A name that begins with `U__` is read as Prometheus escapes names in addresses.
                 * @example job
                 */
                name: components["parameters"]["LabelName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ValuesAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listSeries: {
        parameters: {
            query: {
                /**
                 * @description The selectors.
                 * @example [
                 *       "up"
                 *     ]
                 */
                "match[]": components["parameters"]["Match"];
                /**
                 * @description The beginning of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795251600
                 */
                start?: components["parameters"]["SinceStart"];
                /**
                 * @description The end of the period. Only series count that had samples in it; days (UTC) count as a whole.
                 * @example 1795255200
                 */
                end?: components["parameters"]["UntilEnd"];
                /**
                 * @description How many to list at most; 0, or more than 100,000, is 100,000.
                 * @example 1000
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SeriesAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listSeriesByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SeriesForm"];
            };
        };
        responses: {
            200: components["responses"]["SeriesAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listMetricMetadata: {
        parameters: {
            query?: {
                /**
                 * @description Only this metric.
                 * @example up
                 */
                metric?: components["parameters"]["Metric"];
                /**
                 * @description How many metrics to list at most, none with 0; 100,000 when left out, and never more.
                 * @example 1000
                 */
                limit?: components["parameters"]["MetadataLimit"];
                /**
                 * @description Taken for compatibility; one entry for each metric is kept.
                 * @example 1
                 */
                limit_per_metric?: components["parameters"]["LimitPerMetric"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MetadataAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    formatQuery: {
        parameters: {
            query: {
                /**
                 * @description The query.
                 * @example up
                 */
                query: components["parameters"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FormattedQueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    formatQueryByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["QueryTextForm"];
            };
        };
        responses: {
            200: components["responses"]["FormattedQueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    parseQuery: {
        parameters: {
            query: {
                /**
                 * @description The query.
                 * @example up
                 */
                query: components["parameters"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ParsedQueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    parseQueryByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the GET operation, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["QueryTextForm"];
            };
        };
        responses: {
            200: components["responses"]["ParsedQueryAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            413: components["responses"]["PrometheusTooLarge"];
            415: components["responses"]["PrometheusUnsupportedMediaType"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    getPrometheusBuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BuildAnswer"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /**
                 * @description Rules of one kind alone.
                 * @example alert
                 */
                type?: components["parameters"]["RuleType"];
                /**
                 * @description Rules with one of these names alone.
                 * @example [
                 *       "InstanceDown"
                 *     ]
                 */
                "rule_name[]"?: components["parameters"]["RuleName"];
                /**
                 * @description Groups with one of these names alone.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                "rule_group[]"?: components["parameters"]["RuleGroupName"];
                /**
                 * @description Groups of one of these files alone.
                 * @example [
                 *       "shop.yml"
                 *     ]
                 */
                "file[]"?: components["parameters"]["RuleFileName"];
                /**
                 * @description Rules whose own labels fit one of these selectors alone. Templates in labels fit nothing but themselves.
                 * @example [
                 *       "{severity=\"page\"}"
                 *     ]
                 */
                "match[]"?: components["parameters"]["RuleMatch"];
                /**
                 * @description Whether to leave the alerts of rules out.
                 * @example true
                 */
                exclude_alerts?: components["parameters"]["ExcludeAlerts"];
                /**
                 * @description How many groups to list at most.
                 * @example 100
                 */
                group_limit?: components["parameters"]["GroupLimit"];
                /**
                 * @description The `groupNextToken` of the page before; needs `group_limit`.
                 * @example 3a9b6c1d5e2f407182930a4b5c6d7e8f90a1b2c3
                 */
                group_next_token?: components["parameters"]["GroupNextToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RulesAnswer"];
            400: components["responses"]["PrometheusBadData"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertsAnswer"];
            401: components["responses"]["PrometheusUnauthorized"];
            403: components["responses"]["PrometheusForbidden"];
            404: components["responses"]["PrometheusNotFound"];
            406: components["responses"]["PrometheusNotAcceptable"];
            422: components["responses"]["PrometheusExecution"];
            429: components["responses"]["PrometheusTooManyRequests"];
            500: components["responses"]["PrometheusInternal"];
            503: components["responses"]["PrometheusUnavailable"];
        };
    };
    receiveIssueEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["IssueEventId"];
                /**
                 * @description The event's name.
                 * @example issue.created
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["IssueEventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. What else the answer says is not looked at. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other answer, a redirect included, and none within 15 seconds, is a failure: the event is sent again, eight times in all. `Retry-After` makes a wait longer; 410 disables the endpoint. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
