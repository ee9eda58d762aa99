import { expect } from "chai";
import type { Problem, ProblemCode } from "#src/http/problem.ts";
import { OpenIdProvider, type ProviderSettings } from "#src/identity/openid-provider.ts";
import { problemOf } from "#test/support/failure-of.ts";
import { clientId, clientSecret, OpenIdServer, unverified } from "#test/support/openid-server.ts";
import { testMasterKey } from "#test/support/server.ts";

const redirectUri = "http://127.0.0.1:8080/console/sign-in";
const signedOutUri = "http://127.0.0.1:8080/console";

describe("an OpenID provider", () => {
  let server: OpenIdServer;
  const clock = { time: Date.now() };
  before(async () => {
    server = await OpenIdServer.start([redirectUri]);
  });
  after(() => server.stop());
  afterEach(() => {
    clock.time = Date.now();
  });

  const connected = (changes: Partial<ProviderSettings> = {}) =>
    new OpenIdProvider(
      {
        ...{ oidcIssuer: server.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName: undefined },
        ...{ oidcTrustEmail: false, oidcSignOut: false },
        ...changes,
      },
      testMasterKey,
      () => clock.time,
    );
  const signedIn = async (provider: OpenIdProvider, email: string, at = server) => {
    const { url, attempt } = await provider.begin(redirectUri);
    return (await provider.complete(attempt, await at.walk(url, { email }))).email;
  };
  const refusal = async (work: Promise<unknown>, code: ProblemCode): Promise<Problem> => {
    const problem = await problemOf(work);
    expect(problem.code).to.equal(code);
    return problem;
  };

  it("is asked with PKCE, state and nonce, and names whoever has signed in there", async () => {
    const provider = connected();
    const { searchParams } = new URL((await provider.begin(redirectUri)).url);
    expect(searchParams.get("response_type")).to.equal("code");
    expect(searchParams.get("code_challenge_method")).to.equal("S256");
    for (const name of ["code_challenge", "state", "nonce"])
      expect(searchParams.get(name), name).to.match(/^[\w-]{43}$/);
    expect(await signedIn(provider, "Ada@Example.org")).to.equal("ada@example.org");
  });

  it("is told the secret in the way that it asks for", async () => {
    const basic = await OpenIdServer.start([redirectUri], { authMethods: ["client_secret_basic"] });
    try {
      const provider = connected({ oidcIssuer: basic.issuer });
      expect(await signedIn(provider, "ada@example.org", basic)).to.equal("ada@example.org");
    } finally {
      await basic.stop();
    }
  });

  it("keeps what belongs to an attempt from the browser", async () => {
    const { url, attempt } = await connected().begin(redirectUri);
    const state = new URL(url).searchParams.get("state") ?? "";
    expect(Buffer.from(attempt, "base64url").includes(state)).to.equal(false);
  });

  it("signs nobody in with the answer to another attempt, a changed one, or none", async () => {
    const provider = connected();
    const [mine, other] = [await provider.begin(redirectUri), await provider.begin(redirectUri)];
    const answer = await server.walk(other.url, { email: "ada@example.org" });
    await refusal(provider.complete(mine.attempt, answer), "UNAUTHENTICATED");
    await refusal(provider.complete(`${other.attempt.slice(0, -4)}AAAA`, answer), "UNAUTHENTICATED");
    await refusal(provider.complete(other.attempt, "nothing"), "UNAUTHENTICATED");
  });

  it("takes an answer once", async () => {
    const provider = connected();
    const { url, attempt } = await provider.begin(redirectUri);
    const answer = await server.walk(url, { email: "ada@example.org" });
    await provider.complete(attempt, answer);
    const { detail } = await refusal(provider.complete(attempt, answer), "UNAUTHENTICATED");
    expect(detail).to.include("used before");
  });

  it("takes no answer after ten minutes", async () => {
    const provider = connected();
    const { url, attempt } = await provider.begin(redirectUri);
    const answer = await server.walk(url, { email: "ada@example.org" });
    clock.time += 10 * 60_000;
    await refusal(provider.complete(attempt, answer), "UNAUTHENTICATED");
  });

  it("may refuse", async () => {
    const provider = connected();
    const { url, attempt } = await provider.begin(redirectUri);
    const answer = await server.walk(url, { cancel: "1" });
    const { detail } = await refusal(provider.complete(attempt, answer), "UNAUTHENTICATED");
    expect(detail).to.include("refused");
  });

  it("must say that an address is verified, unless it is trusted", async () => {
    const { detail } = await refusal(signedIn(connected(), unverified), "FORBIDDEN");
    expect(detail).to.include("verified");
    expect(await signedIn(connected({ oidcTrustEmail: true }), unverified)).to.equal(unverified);
  });

  it("ends its own session for whoever signs out here", async () => {
    const provider = connected({ oidcSignOut: true });
    const cookies = new Map<string, string>();
    const walk = async (form: Record<string, string>) => {
      const { url, attempt } = await provider.begin(redirectUri);
      return { attempt, answer: await server.walk(url, form, cookies) };
    };
    const { attempt, answer } = await walk({ email: "ada@example.org" });
    const { idToken } = await provider.complete(attempt, answer);
    expect((await walk({ cancel: "1" })).answer, "known there, and not asked again").to.include("code=");
    const address = await provider.signOutAddress(idToken ?? Buffer.of(), signedOutUri);
    expect(await server.walk(address ?? "", { logout: "yes" }, cookies)).to.equal("");
    expect((await walk({ cancel: "1" })).answer).to.include("error=access_denied");
  });

  it("is not asked to end its session where the setting does not say so, and keeps nobody from signing out", async () => {
    const { url, attempt } = await connected().begin(redirectUri);
    const { idToken } = await connected().complete(attempt, await server.walk(url, { email: "ada@example.org" }));
    expect(idToken).to.equal(null);
    const away = connected({ oidcSignOut: true });
    expect(await server.whileDown(() => away.signOutAddress(Buffer.of(), signedOutUri))).to.equal(null);
    expect(await connected().signOutAddress(Buffer.of(), signedOutUri)).to.equal(null);
  });

  it("that is down is told so, before and after its pages", async () => {
    const provider = connected();
    await server.whileDown(() => refusal(provider.begin(redirectUri), "SIGN_IN_PROVIDER_UNAVAILABLE"));
    const { url, attempt } = await provider.begin(redirectUri);
    const answer = await server.walk(url, { email: "ada@example.org" });
    await server.whileDown(() => refusal(provider.complete(attempt, answer), "SIGN_IN_PROVIDER_UNAVAILABLE"));
  });

  it("that calls itself otherwise is not asked", async () => {
    const provider = connected({ oidcIssuer: server.issuer.replace("127.0.0.1", "localhost") });
    await refusal(provider.begin(redirectUri), "SIGN_IN_PROVIDER_UNAVAILABLE");
  });

  it("must be the one that has answered", async () => {
    const provider = connected();
    const { url, attempt } = await provider.begin(redirectUri);
    const answer = new URLSearchParams(await server.walk(url, { email: "ada@example.org" }));
    answer.set("iss", "https://other.example.org");
    await refusal(provider.complete(attempt, answer.toString()), "SIGN_IN_PROVIDER_UNAVAILABLE");
  });

  it("that does not take this server's secret is told so", async () => {
    const provider = connected({ oidcClientSecret: "another" });
    await refusal(signedIn(provider, "ada@example.org"), "SIGN_IN_PROVIDER_UNAVAILABLE");
  });

  it("is missed where there is none", async () => {
    const provider = connected({ oidcIssuer: undefined });
    expect(provider.name).to.equal(null);
    await refusal(provider.begin(redirectUri), "SIGN_IN_PROVIDER_UNAVAILABLE");
  });
});
