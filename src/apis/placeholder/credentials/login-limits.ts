/** How often signing in may fail. Right passwords count for nothing, however many come at once. */
import { hash } from "node:crypto";
import { LessThan, MoreThan } from "typeorm";
import { FairSlots } from "#src/http/fair-slots.ts";
import { networkOf } from "#src/http/forwarded.ts";
import type { Database } from "#src/storage/database.ts";
import { refuseDeletedAccount } from "../deleted-account.ts";
import { knownNetworkEntity, knownNetworks } from "../entities.ts";
import { AttemptLimiter } from "./attempt-limiter.ts";

const minutes = 15;
/**
 * An account may fail this many times as often from all networks as from one, and a network with all accounts as with
 * one.
 */
const wider = 10;
const dayMs = 24 * 60 * 60_000;
/** How long an account knows a network from which nobody signed in to it again. */
const knownForMs = 90 * dayMs;
/** Owner of nothing, so that an unknown account costs as many look-ups as a known one. */
const nobodysId = "00000000-0000-0000-0000-000000000000";

export interface LoginAttempt {
  readonly email: string;
  /** Null where no account has this e-mail address. */
  readonly userId: string | null;
  /** The caller's. */
  readonly address: string;
}

export class LoginLimits {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #pairs: AttemptLimiter;
  readonly #accounts: AttemptLimiter;
  readonly #networks: AttemptLimiter;
  /**
   * One password of an account and a network is looked at after the other: each is judged by the failures before it, so
   * that no crowd of wrong ones slips by and no crowd of right ones is taken for failures.
   */
  readonly #pairTurns = new FairSlots({ perOwner: 1, maxWaiting: 64 });
  /** Attempts of one network take turns, so that others get to hash too. */
  readonly #networkTurns = new FairSlots({ perOwner: 2, maxWaiting: 256 });

  /**
   * @param failures how often an account may fail from one network in 15 minutes.
   * @param now milliseconds since the epoch.
   */
  constructor(database: Database, failures: number, now: () => number) {
    const limiter = (kind: string, most: number) => new AttemptLimiter(database.pool, { kind, most, minutes });
    this.#database = database;
    this.#now = now;
    this.#pairs = limiter("pair", failures);
    this.#accounts = limiter("account", failures * wider);
    this.#networks = limiter("address", failures * wider);
  }

  /**
   * Whether `isRight` says so, with the X-RateLimit headers of account and network. Throws Problem RATE_LIMITED without
   * asking where too much has failed, and OVERLOADED where too many wait.
   */
  async attempt(
    { email, userId, address }: LoginAttempt,
    isRight: () => Promise<boolean>,
  ): Promise<{ readonly isRight: boolean; readonly headers: Record<string, string> }> {
    const account = hash("sha256", email.toLowerCase());
    const network = networkOf(address);
    const pair = `${account} ${network}`;
    return await this.#pairTurns.run(pair, () =>
      this.#networkTurns.run(network, async () => {
        const known = await this.#known(userId ?? nobodysId, network);
        // A network from which the owner has signed in answers for itself alone: strangers' failures elsewhere lock
        // nobody out (NIST SP 800-63B, 3.2.2).
        const [headers] = await Promise.all([
          this.#pairs.check(pair, "sign in"),
          ...(known === null
            ? [this.#accounts.check(account, "sign in"), this.#networks.check(network, "sign in")]
            : []),
        ]);
        if (await isRight()) {
          if (userId !== null) await this.#remember(userId, network, known);
          return { isRight: true, headers };
        }
        await Promise.all([this.#pairs.count(pair), this.#accounts.count(account), this.#networks.count(network)]);
        return { isRight: false, headers };
      }),
    );
  }

  /** When the account last knew the network; null where it does not. */
  async #known(userId: string, network: string): Promise<Date | null> {
    const since = MoreThan(new Date(this.#now() - knownForMs));
    const row = await knownNetworks
      .of(this.#database.dataSource.manager, { userId })
      .findOne({ network, seenAt: since });
    return row?.seenAt ?? null;
  }

  async #remember(userId: string, network: string, known: Date | null): Promise<void> {
    const now = this.#now();
    if (known !== null && known.getTime() > now - dayMs) return;
    await this.#database.dataSource.manager
      .upsert(knownNetworkEntity, { userId, network, seenAt: new Date(now) }, ["userId", "network"])
      .catch(refuseDeletedAccount("placeholder_known_networks"));
  }
}

/** Forgets networks from which nobody has signed in for long. `now` is in ms since the epoch. */
export async function purgeKnownNetworks({ dataSource }: Database, now: number): Promise<void> {
  // Index placeholder_known_networks_expiry.
  await dataSource.manager.delete(knownNetworkEntity, { seenAt: LessThan(new Date(now - knownForMs)) });
}
