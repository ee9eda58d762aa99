// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    verifyKey: { types: operations["verifyKey"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    createBrowserSession: { types: operations["createBrowserSession"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    ingestEvents: { types: operations["ingestEvents"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "batch"; defaulted: never };
    ingestBrowserEvents: { types: operations["ingestBrowserEvents"]; security: "BrowserSession"; anonymous: false; body: "batch"; defaulted: never };
    ingestMobileEvent: { types: operations["ingestMobileEvent"]; security: "MobileToken"; anonymous: false; body: "batch"; defaulted: never };
    ingestWebVitals: { types: operations["ingestWebVitals"]; security: "BrowserSession" | "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    listEvents: { types: operations["listEvents"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" };
    getEvent: { types: operations["getEvent"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listIssues: { types: operations["listIssues"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "sort" | "limit" };
    getIssue: { types: operations["getIssue"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    updateIssue: { types: operations["updateIssue"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    listIssueEvents: { types: operations["listIssueEvents"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" };
    mergeIssues: { types: operations["mergeIssues"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    splitIssue: { types: operations["splitIssue"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    reprocessCrashes: { types: operations["reprocessCrashes"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listLogs: { types: operations["listLogs"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" };
    countLogs: { types: operations["countLogs"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "buckets" };
    tailEvents: { types: operations["tailEvents"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "seconds" };
    tailLogs: { types: operations["tailLogs"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "seconds" };
    listArtifacts: { types: operations["listArtifacts"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" };
    deleteArtifacts: { types: operations["deleteArtifacts"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    presignArtifact: { types: operations["presignArtifact"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    completeArtifact: { types: operations["completeArtifact"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    completeArtifactById: { types: operations["completeArtifactById"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    presignDebugSymbols: { types: operations["presignDebugSymbols"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    completeDebugSymbols: { types: operations["completeDebugSymbols"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    completeDebugSymbolsById: { types: operations["completeDebugSymbolsById"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listSymbolUploads: { types: operations["listSymbolUploads"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" };
    exportLogs: { types: operations["exportLogs"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "raw"; defaulted: never };
    exportTraces: { types: operations["exportTraces"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "raw"; defaulted: never };
    exportMetrics: { types: operations["exportMetrics"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "raw"; defaulted: never };
    writeMetrics: { types: operations["writeMetrics"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "raw"; defaulted: never };
    getServiceMap: { types: operations["getServiceMap"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listServices: { types: operations["listServices"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listServiceOperations: { types: operations["listServiceOperations"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listDependencies: { types: operations["listDependencies"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "lookback" };
    findTraces: { types: operations["findTraces"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: "limit" | "lookback" };
    getTrace: { types: operations["getTrace"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    queryMetrics: { types: operations["queryMetrics"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    queryMetricsByForm: { types: operations["queryMetricsByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    queryMetricsRange: { types: operations["queryMetricsRange"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    queryMetricsRangeByForm: { types: operations["queryMetricsRangeByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    queryExemplars: { types: operations["queryExemplars"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    queryExemplarsByForm: { types: operations["queryExemplarsByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    listMetricNames: { types: operations["listMetricNames"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listLabels: { types: operations["listLabels"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listLabelsByForm: { types: operations["listLabelsByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    listLabelValues: { types: operations["listLabelValues"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listSeries: { types: operations["listSeries"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listSeriesByForm: { types: operations["listSeriesByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    listMetricMetadata: { types: operations["listMetricMetadata"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    formatQuery: { types: operations["formatQuery"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    formatQueryByForm: { types: operations["formatQueryByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    parseQuery: { types: operations["parseQuery"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    parseQueryByForm: { types: operations["parseQueryByForm"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "value"; defaulted: never };
    getPrometheusBuild: { types: operations["getPrometheusBuild"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listRules: { types: operations["listRules"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
    listAlerts: { types: operations["listAlerts"]; security: "ApiKey" | "BearerKey"; anonymous: false; body: "none"; defaulted: never };
  };
  tags: {
    Keys: "verifyKey";
    "Browser sessions": "createBrowserSession";
    "Event ingest": "ingestEvents" | "ingestBrowserEvents";
    "Mobile event ingest": "ingestMobileEvent";
    "Web vitals": "ingestWebVitals";
    Events: "listEvents" | "getEvent";
    Issues: "listIssues" | "getIssue" | "updateIssue" | "listIssueEvents" | "mergeIssues" | "splitIssue";
    Symbolication: "reprocessCrashes";
    Logs: "listLogs" | "countLogs";
    "Live tail": "tailEvents" | "tailLogs";
    Symbols: "listArtifacts" | "deleteArtifacts" | "presignArtifact" | "completeArtifact" | "completeArtifactById" | "presignDebugSymbols" | "completeDebugSymbols" | "completeDebugSymbolsById" | "listSymbolUploads";
    OpenTelemetry: "exportLogs" | "exportTraces" | "exportMetrics";
    "Remote write": "writeMetrics";
    Traces: "getServiceMap" | "listServices" | "listServiceOperations" | "listDependencies" | "findTraces" | "getTrace";
    Metrics: "queryMetrics" | "queryMetricsByForm" | "queryMetricsRange" | "queryMetricsRangeByForm" | "queryExemplars" | "queryExemplarsByForm" | "listMetricNames" | "listLabels" | "listLabelsByForm" | "listLabelValues" | "listSeries" | "listSeriesByForm" | "listMetricMetadata" | "formatQuery" | "formatQueryByForm" | "parseQuery" | "parseQueryByForm" | "getPrometheusBuild";
    Rules: "listRules" | "listAlerts";
  };
  schemes: "ApiKey" | "BearerKey" | "BrowserSession" | "MobileToken";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
