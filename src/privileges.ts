/**
 * What the serving and the working role may do with each table: the one place that decides it. `accord migrate` carries
 * it out (src/storage/rights.ts). A new table needs no line here unless less than the rule is enough.
 */
import type { Right, Rights, RightsPolicy } from "#src/storage/rights.ts";

const everyRow: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];
const read: readonly Right[] = ["SELECT"];
const append: readonly Right[] = ["SELECT", "INSERT"];

const readOnly: Rights = { serve: read, work: read };
/** Written once and never changed. */
const appended: Rights = { serve: append, work: append };
/** Written once, and deleted by jobs when its time is over. */
const retained: Rights = { serve: append, work: [...append, "DELETE"] };

export const privileges: RightsPolicy = {
  schemas: {
    public: { serve: everyRow, work: everyRow },
    // Requests queue jobs through enqueue_job, which is all that they may do to the queue.
    graphile_worker: { serve: [], work: everyRow },
  },
  tables: {
    "public.migrations": readOnly,
    "graphile_worker.migrations": { serve: [], work: read },

    // Who may call, and whom insurers' answers are believed from: operators decide that, as the owner.
    "public.businesses": readOnly,
    "public.projects": readOnly,
    "public.api_keys": readOnly,
    "public.insurers": readOnly,

    "public.audit_events": appended,
    "public.wallet_postings": appended,
    // What moved, from where to where, stays as it was written; only its outcome is added.
    "public.wallet_transfers": {
      serve: [...append, { update: ["status"] }],
      work: [...append, { update: ["status"] }],
    },
    "public.wallet_account_numbers": appended,
    "public.wallet_virtual_accounts": appended,
    "public.wallet_banks": readOnly,
    "public.wallet_billers": readOnly,
    "public.wallet_bvn_records": readOnly,

    "public.events": retained,
    "public.spans": retained,
    "public.logs": retained,
    "public.web_vital_series": retained,
    // A row is made with the event; what becomes of it is for workers alone.
    "public.symbolications": { serve: append, work: everyRow },
    "public.metric_blocks": retained,
    "public.metric_segments": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_indexes": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_pages": { serve: read, work: [...append, "DELETE"] },
    "public.metric_series": { serve: append, work: ["SELECT", { update: ["last_day"] }, "DELETE"] },
    "public.webhook_events": retained,

    "public.activation_steps": appended,
  },
  functions: {
    "public.enqueue_job": ["serve", "work"],
    "public.enqueue_flagged_job": ["serve", "work"],
    "public.make_daily_partition": ["serve", "work"],
    "public.seed_shard_statistics": ["serve", "work"],
    "public.drop_daily_partition": ["work"],
  },
};
