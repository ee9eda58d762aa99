import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { networkOf, originOf, remoteAddressOf, trustedProxies } from "#src/http/forwarded.ts";

/** A request as node:http would show it. */
function request(from: string, headers: Record<string, string> = {}, encrypted = false): IncomingMessage {
  return { socket: { remoteAddress: from, encrypted }, headers } as unknown as IncomingMessage;
}

const proxies = trustedProxies(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);

describe("the caller's address", () => {
  const from = (address: string, chain?: string) =>
    remoteAddressOf(request(address, chain === undefined ? {} : { "x-forwarded-for": chain }), proxies);

  it("is that of the connection when no proxy is in between", () => {
    expect(from("203.0.113.5")).to.equal("203.0.113.5");
    expect(from("203.0.113.5", "1.2.3.4")).to.equal("203.0.113.5");
    expect(from("::ffff:203.0.113.5")).to.equal("203.0.113.5");
  });

  it("is what our own proxies wrote, not what a client made up before them", () => {
    expect(from("10.1.2.3", "1.2.3.4")).to.equal("1.2.3.4");
    expect(from("10.1.2.3", "6.6.6.6, 1.2.3.4, 192.0.2.7")).to.equal("1.2.3.4");
    expect(from("::ffff:10.1.2.3", " 2001:db8::1 , ::ffff:10.9.9.9")).to.equal("2001:db8::1");
    expect(from("2001:db8::5", "198.51.100.1")).to.equal("198.51.100.1");
  });

  it("is read without the port that some proxies add", () => {
    expect(from("10.1.2.3", "1.2.3.4:5678")).to.equal("1.2.3.4");
    expect(from("10.1.2.3", "[2001:db7::1]:5678, 10.0.0.1:80")).to.equal("2001:db7::1");
    expect(from("10.1.2.3", "[2001:db7::1]")).to.equal("2001:db7::1");
    expect(from("10.1.2.3", "2001:db7::1:5678")).to.equal("2001:db7::1:5678");
    for (const none of ["1.2.3.4:", "1.2.3.4:123456", "[1.2.3.4", "2001:db7::1]:80", "[unknown]:80"])
      expect(from("10.1.2.3", none), none).to.equal("10.1.2.3");
  });

  it("is the last address that makes sense", () => {
    expect(from("10.1.2.3", "1.2.3.4, unknown")).to.equal("10.1.2.3");
    expect(from("10.1.2.3", "1.2.3.4, , 10.0.0.2")).to.equal("10.0.0.2");
    expect(from("10.1.2.3", "")).to.equal("10.1.2.3");
  });

  it("can never be forged through a header by someone who is no proxy", () => {
    fc.assert(
      fc.property(
        fc.ipV4().filter((address) => !address.startsWith("10.")),
        fc.string(),
        (address, header) => {
          expect(from(address, header)).to.equal(address);
        },
      ),
    );
  });

  it("reads no more than a bounded part of a long chain", () => {
    expect(from("10.1.2.3", `1.2.3.4${", 10.0.0.1".repeat(5_000)}`)).to.equal("10.0.0.1");
  });
});

describe("the network that an address counts for", () => {
  it("is the address itself in IPv4, and the /64 in IPv6 however it is written", () => {
    expect(networkOf("203.0.113.5")).to.equal("203.0.113.5");
    for (const address of [
      "2001:db8:0:7::1",
      "2001:0DB8::7:ffff:1:2:3",
      "2001:db8:0:7:a::192.0.2.1",
      "2001:db8:0:7::1%eth0",
    ])
      expect(networkOf(address), address).to.equal("2001:db8:0:7::/64");
    expect(networkOf("::ffff:203.0.113.5")).to.equal("203.0.113.5");
    expect(networkOf("2001:db8:0:8::1")).to.equal("2001:db8:0:8::/64");
    expect(networkOf("::1")).to.equal("0:0:0:0::/64");
    expect(networkOf("")).to.equal("");
  });

  it("is known for every name of an interface, and for text that is no address", () => {
    for (const zone of ["eth0", "br-4f5e6a7b", "eth0.100", "vmnet_1", "a%b", ""])
      expect(networkOf(`fe80::1%${zone}`), zone).to.equal("fe80:0:0:0::/64");
    const zoned = fc.tuple(fc.ipV6(), fc.string()).map(([address, zone]) => `${address}%${zone}`);
    fc.assert(fc.property(fc.oneof(zoned, fc.string()), (text) => typeof networkOf(text) === "string"));
  });
});

describe("a list of proxies", () => {
  it("is refused when an entry is neither address nor range", () => {
    for (const entry of ["proxy.example", "10.0.0.0/99", "300.1.1.1", ""])
      expect(() => trustedProxies([entry]), entry).to.throw();
  });

  it("may be empty, and then trusts nobody", () => {
    expect(trustedProxies([]).has("127.0.0.1")).to.equal(false);
  });
});

describe("the origin that the caller sees", () => {
  const cases: [what: string, incoming: IncomingMessage, origin: string | null][] = [
    [
      "host and scheme of the connection",
      request("1.1.1.1", { host: "api.example.org:8080" }),
      "http://api.example.org:8080",
    ],
    [
      "https where the connection is encrypted",
      request("1.1.1.1", { host: "api.example.org" }, true),
      "https://api.example.org",
    ],
    ["an IPv6 host", request("1.1.1.1", { host: "[::1]:8080" }), "http://[::1]:8080"],
    [
      "what a proxy of ours says",
      request("10.0.0.1", { host: "inner", "x-forwarded-host": "api.example.org, x", "x-forwarded-proto": "https" }),
      "https://api.example.org",
    ],
    [
      "not what anyone else says",
      request("1.1.1.1", { host: "inner", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }),
      "http://inner",
    ],
    [
      "http where the proxy names no scheme that we know",
      request("10.0.0.1", { host: "a", "x-forwarded-proto": "gopher" }),
      "http://a",
    ],
    ["nothing without a host", request("1.1.1.1"), null],
    ["nothing for a host that is none", request("1.1.1.1", { host: 'a"><script>' }), null],
    ["nothing for a host with a path", request("1.1.1.1", { host: "a/b" }), null],
  ];
  for (const [what, incoming, origin] of cases)
    it(`is ${what}`, () => {
      expect(originOf(incoming, proxies)).to.equal(origin);
    });
});
