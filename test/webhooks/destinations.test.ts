import { expect } from "chai";
import {
  DestinationRefused,
  type DestinationRule,
  Destinations,
  isPublicAddress,
  type NameResolver,
} from "#src/webhooks/destinations.ts";

/** Answers every name with these addresses, and counts how often it is asked. */
function answering(...addresses: string[]): NameResolver & { asked: number } {
  const resolver = {
    asked: 0,
    async resolve4() {
      resolver.asked++;
      return addresses.filter((address) => !address.includes(":"));
    },
    async resolve6() {
      return addresses.filter((address) => address.includes(":"));
    },
  };
  return resolver;
}

const publicResolver = answering("93.184.216.34", "2606:2800:220:1::1");

async function outcome(url: string, { resolver = publicResolver, allowLoopback = false } = {}): Promise<string> {
  try {
    const destination = await new Destinations({ resolver, allowLoopback }).check(url);
    return destination.url.href;
  } catch (error) {
    if (error instanceof DestinationRefused) return error.rule;
    throw error;
  }
}

const refused: Readonly<Record<Exclude<DestinationRule, "unresolvable">, readonly string[]>> = {
  urlTooLong: [`https://hooks.example.com/${"a".repeat(2_048)}`],
  urlMalformed: [
    "",
    "hooks.example.com",
    "//hooks.example.com/",
    "/hook",
    "https:",
    "https://",
    "https:hooks.example.com",
    "https:/hooks.example.com",
    "https:///hooks.example.com",
    "https://hooks.example.com:99999/",
    "https://[::1/",
    "https://[::1%25eth0]/",
    "https://256.256.256.256/",
    "https://hooks.example.com /",
    " https://hooks.example.com/",
    "https://hooks.example.com/\n",
    "https://127.0.0.1\t.example.com/",
    "https://hooks.example.com\\@127.0.0.1/",
    "https://hooks.example.com\\.127.0.0.1/",
    "https://127.0.0.1\u0000.example.com/",
    "https://hooks.example.com\r\nHost: 127.0.0.1/",
    "https://[127.0.0.1]/",
    "https://[::ffff:127.0.0.1/",
    "https://0x100000000/",
    "https:\\\\127.0.0.1/",
    "https://hooks.example.com/\0",
    "https://hooks.example.com/\u202e",
    "https://exa\u00admple.com/",
    "https://hooks.exa%mple.com/",
  ],
  scheme: [
    "http://hooks.example.com/",
    "http://127.0.0.1/",
    "http://localhost/",
    "ftp://hooks.example.com/",
    "ws://hooks.example.com/",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "file://etc/passwd",
  ],
  userInfo: [
    "https://user@hooks.example.com/",
    "https://user:password@hooks.example.com/",
    "https://hooks.example.com@127.0.0.1/",
    "https://hooks.example.com%40@127.0.0.1/",
    "https://hooks.example.com:443@169.254.169.254/",
    "https://hooks.example.com%2f@127.0.0.1/",
    "https://127.0.0.1@hooks.example.com/",
    "https://@127.0.0.1/",
    "https://:@hooks.example.com/",
  ],
  port: [
    "https://hooks.example.com:22/",
    "https://hooks.example.com:25/",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:0/",
    "https://hooks.example.com:1023/",
    "https://127.0.0.1:22/",
    "https://hooks.example.com:2049/",
    "https://hooks.example.com:6000/",
    "https://hooks.example.com:6667/",
  ],
  hostName: [
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://api.localhost/",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "https://localhost。/",
    "https://metadata。google。internal/",
    "https://%6c%6f%63alhost/",
    "https://router/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://metadata/",
    "https://instance-data.ec2.internal/",
    "https://host.docker.internal/",
    "https://kubernetes.default.svc.cluster.local/",
    "https://METADATA.google.internal./computeMetadata/v1/",
    "https://vault.corp/",
    "https://nas.home.arpa/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://service.onion/",
    "https://hooks..example.com/",
    "https://-hooks.example.com/",
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"a.".repeat(130)}com/`,
    "https://hooks.test/",
  ],
  addressNotPublic: [
    "https://127.0.0.1/",
    "https://127.0.0.1:8443/",
    "https://127.1/",
    "https://127.255.255.254/",
    "https://0/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0x7f.1/",
    "https://0X7F.0X0.0X0.0X1/",
    "https://017700000001/",
    "https://0177.0.0.01/",
    "https://0177.0x0.0.1/",
    "https://127.0.1/",
    "https://127.65530/",
    "https://127。0。0。1/",
    "https://１２７.0.0.1/",
    "https://①②⑦.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://127.0.0.1./",
    "https://127.0.0.1#@hooks.example.com/",
    "https://127.0.0.1?@hooks.example.com/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://172.1048577/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://0251.0376.0251.0376/",
    "https://0xa9.0xfe.0xa9.0xfe/",
    "https://169.254.43518/",
    "https://169.254.170.2/v2/credentials",
    "https://169.254.0.1/",
    "https://100.64.0.1/",
    "https://100.100.100.200/",
    "https://168.63.129.16/",
    "https://192.0.0.192/",
    "https://192.0.2.1/",
    "https://192.88.99.1/",
    "https://192.31.196.1/",
    "https://192.52.193.1/",
    "https://192.175.48.1/",
    "https://198.18.0.1/",
    "https://198.19.255.255/",
    "https://198.51.100.1/",
    "https://203.0.113.1/",
    "https://224.0.0.1/",
    "https://239.255.255.250/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::FFFF:7F00:1]/",
    "https://[0:0:0:0:0:ffff:10.0.0.1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[::a9fe:a9fe]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::8.8.8.8]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2002:a9fe:a9fe::1]/",
    "https://[2002:0808:0808::1]/",
    "https://[2001::1]/",
    "https://[2001:0:53aa:64c:0:fefe:f5f5:f5f5]/",
    "https://[2001:2::1]/",
    "https://[2001:10::1]/",
    "https://[2001:20::1]/",
    "https://[2620:4f:8000::1]/",
    "https://[fe80::1]/",
    "https://[fe80::5efe:7f00:1]/",
    "https://[2001:470::5efe:7f00:1]/",
    "https://[2001:470::200:5efe:a00:1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fd20:ce::254]/",
    "https://[ff02::1]/",
    "https://[100::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[5f00::1]/",
    "https://[4000::1]/",
  ],
};

describe("the destinations of webhooks", () => {
  for (const [rule, urls] of Object.entries(refused)) {
    it(`refuses urls by the rule ${rule}`, async () => {
      for (const url of urls) expect(await outcome(url), url).to.equal(rule);
    });
  }

  it("accepts what leads to public addresses", async () => {
    for (const [url, href] of [
      ["https://hooks.example.com", "https://hooks.example.com/"],
      ["https://hooks.example.com/", "https://hooks.example.com/"],
      ["HTTPS://Hooks.Example.COM/Path", "https://hooks.example.com/Path"],
      ["https://hooks.example.com:443/a", "https://hooks.example.com/a"],
      ["https://hooks.example.com:8443/a?b=c@d", "https://hooks.example.com:8443/a?b=c@d"],
      ["https://hooks.example.com/users/@me", "https://hooks.example.com/users/@me"],
      ["https://my_app.example.com/", "https://my_app.example.com/"],
      ["https://xn--bcher-kva.example.com/", "https://xn--bcher-kva.example.com/"],
      ["https://bücher.example.com/ä", "https://xn--bcher-kva.example.com/%C3%A4"],
      ["https://hooks.example.com./", "https://hooks.example.com./"],
      ["https://localhost.example.com/", "https://localhost.example.com/"],
      ["https://internal.example.com/", "https://internal.example.com/"],
      ["https://8.8.8.8/", "https://8.8.8.8/"],
      ["https://172.32.0.1/", "https://172.32.0.1/"],
      ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
    ] as const)
      expect(await outcome(url), url).to.equal(href);
  });

  it("refuses a host among whose answers is one that is not public, or which has too many", async () => {
    for (const addresses of [
      ["10.0.0.5"],
      ["93.184.216.34", "10.0.0.5"],
      ["93.184.216.34", "::1"],
      ["93.184.216.34", "fd00::5"],
      ["93.184.216.34", "169.254.169.254"],
      ["2606:2800:220:1::1", "127.0.0.1"],
      ["0.0.0.0"],
      ["2002:a00:5::1"],
      ["::ffff:10.0.0.5"],
      ["64:ff9b::a00:5"],
      ["168.63.129.16"],
      ["not an address"],
      Array.from({ length: 65 }, (_, last) => `93.184.216.${last}`),
    ]) {
      const resolver = answering(...addresses);
      expect(await outcome("https://hooks.example.com/", { resolver }), addresses.join()).to.equal("addressNotPublic");
    }
  });

  it("never says what an internal name resolved to", async () => {
    const destinations = new Destinations({ resolver: answering("10.1.2.3"), allowLoopback: false });
    const error = await destinations.check("https://hooks.example.com/").catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(DestinationRefused);
    expect(JSON.stringify(error) + String(error)).not.to.include("10.1.2.3");
  });

  it("refuses a host that does not resolve", async () => {
    const nowhere: NameResolver = {
      resolve4: () => Promise.reject(new Error("ENOTFOUND")),
      resolve6: () => Promise.reject(new Error("ENODATA")),
    };
    expect(await outcome("https://hooks.example.com/", { resolver: { ...nowhere, asked: 0 } })).to.equal(
      "unresolvable",
    );
  });

  it("is content with one family of addresses when the other has none", async () => {
    const only6: NameResolver = {
      resolve4: () => Promise.reject(new Error("ENODATA")),
      resolve6: async () => ["2606:4700:4700::1111"],
    };
    const { addresses } = await new Destinations({ resolver: only6, allowLoopback: false }).check(
      "https://a.example.com/",
    );
    expect(addresses).to.deep.equal(["2606:4700:4700::1111"]);
  });

  it("looks a name up again for every check, and once for checks that run together", async () => {
    const resolver = answering("93.184.216.34");
    const destinations = new Destinations({ resolver, allowLoopback: false });
    await Promise.all([1, 2, 3].map(() => destinations.check("https://hooks.example.com/")));
    expect(resolver.asked).to.equal(1);
    await destinations.check("https://hooks.example.com/");
    expect(resolver.asked).to.equal(2);
  });

  describe("with loopback allowed", () => {
    for (const url of ["http://127.0.0.1/", "http://127.0.0.1:3000/hook?x=1"]) {
      it(`accepts ${url}`, async () => {
        expect(await outcome(url, { allowLoopback: true })).to.equal(url);
      });
    }

    for (const [url, rule] of [
      ["http://127.0.0.2/", "scheme"],
      ["http://localhost/", "scheme"],
      ["http://2130706433/", "scheme"],
      ["http://127.0.0.1.example.com/", "scheme"],
      ["http://127.0.0.1@10.0.0.1/", "userInfo"],
      ["http://[::1]/", "scheme"],
      ["http://10.0.0.1/", "scheme"],
      ["https://127.0.0.1/", "addressNotPublic"],
      ["https://169.254.169.254/", "addressNotPublic"],
    ] as const) {
      it(`still refuses ${url}`, async () => {
        expect(await outcome(url, { allowLoopback: true })).to.equal(rule);
      });
    }
  });

  it("takes no text for an address that is none", () => {
    for (const text of ["", "1", "1.2.3", "a.b.c.d", "::g"]) expect(isPublicAddress(text), text).to.equal(false);
  });
});
