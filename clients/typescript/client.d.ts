import type { ClientOptions } from "openapi-fetch";

interface Options extends ClientOptions {
  /** Where the API is served, such as `http://127.0.0.1:8080/insurance`. */
  readonly baseUrl: string;
}

export interface ApiKeyOptions extends Options {
  /** `<keyId>:<secret>`. */
  readonly apiKey: string;
}

export interface TokenOptions extends Options {
  /** Left out until you have one. */
  readonly accessToken?: string;
}

export type OpenOptions = Options;
