import createClient from "openapi-fetch";

export function createApiKeyClient({ apiKey, headers, ...options }) {
  return createClient({ ...options, headers: { "x-api-key": apiKey, ...headers } });
}

export function createTokenClient({ accessToken, headers, ...options }) {
  const authorization = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return createClient({ ...options, headers: { ...authorization, ...headers } });
}

export function createOpenClient(options) {
  return createClient(options);
}
