// Written by `npm run generate` from specs/common/problems.yaml. Do not edit.
export const problems = {
  BAD_REQUEST: {"status":400,"title":"Bad request","detail":"The request could not be understood."},
  MALFORMED_JSON: {"status":400,"title":"Malformed JSON","detail":"The body is not valid JSON."},
  MALFORMED_BODY: {"status":400,"title":"Malformed body","detail":"The body could not be decoded as its Content-Type and Content-Encoding say."},
  VALIDATION_FAILED: {"status":400,"title":"Validation failed","detail":"The request does not match the contract; fieldErrors lists every finding."},
  INVALID_CURSOR: {"status":400,"title":"Invalid cursor","detail":"The cursor was not issued by this list with these filters. Start again without a cursor."},
  UNAUTHENTICATED: {"status":401,"title":"Authentication required","detail":"The credentials are missing, malformed, unknown, expired or revoked."},
  FORBIDDEN: {"status":403,"title":"Forbidden","detail":"The credentials are valid but do not allow this operation."},
  SCOPE_REQUIRED: {"status":403,"title":"Scope required","detail":"The API key lacks a scope that this operation needs."},
  KEY_INACTIVE: {"status":403,"title":"API key inactive","detail":"The API key exists but has been switched off."},
  ORIGIN_NOT_ALLOWED: {"status":403,"title":"Origin not allowed","detail":"The Origin of this request is not on the project's list of allowed origins."},
  NOT_FOUND: {"status":404,"title":"Not found","detail":"There is no such resource."},
  PROJECT_NOT_FOUND: {"status":404,"title":"Project not found","detail":"The project does not exist or is not active."},
  METHOD_NOT_ALLOWED: {"status":405,"title":"Method not allowed","detail":"The resource does not support this method; the Allow header lists those it does."},
  NOT_ACCEPTABLE: {"status":406,"title":"Not acceptable","detail":"None of the media types in the Accept header can be produced."},
  PAYLOAD_TOO_LARGE: {"status":413,"title":"Payload too large","detail":"The body is larger than this operation accepts."},
  UNSUPPORTED_MEDIA_TYPE: {"status":415,"title":"Unsupported media type","detail":"The operation does not accept this Content-Type or Content-Encoding."},
  RATE_LIMITED: {"status":429,"title":"Too many requests","detail":"The quota for this period is used up. Retry after the number of seconds in Retry-After."},
  INTERNAL_ERROR: {"status":500,"title":"Internal error","detail":"Something went wrong on our side. Quote the correlationId when you report it."},
  OVERLOADED: {"status":503,"title":"Temporarily overloaded","detail":"The server cannot take more work right now. Retry after the number of seconds in Retry-After."},
} as const;

export type ProblemCode = keyof typeof problems;
