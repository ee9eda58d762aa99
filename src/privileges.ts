/**
 * The rights of the serving and the working role on each table, decided here alone. `accord migrate` carries
 * it out (src/storage/rights.ts). A new table needs no line here unless less than the rule is enough.
 */
import type { Right, Rights, RightsPolicy } from "#src/storage/rights.ts";

const everyRow: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];
const read: readonly Right[] = ["SELECT"];
const append: readonly Right[] = ["SELECT", "INSERT"];

const readOnly: Rights = { serve: read, work: read };
/** Written once and never changed. */
const appended: Rights = { serve: append, work: append };
/** Of a balance, what a payment changes. Its currency and its minimum stay as they were when the account was opened. */
const paid = ["balance", "held", "debit_day", "debited", "sequence", "hash"];
/** Of an integrator, what its onboarding says. Its key, its secrets and its end are for operators. */
const onboarded = ["wallet_name", "short_name", "username", "implementation", "onboarded_at"];

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

    // Callers, their secrets and the addresses of insurers: operators decide them, as the owner of the tables.
    "public.businesses": readOnly,
    "public.projects": readOnly,
    // Owners make and revoke keys in the console; what a key may do stays as it was made.
    "public.api_keys": { serve: [...append, { update: ["revoked_at"] }], work: read },
    "public.people": readOnly,
    "public.business_members": readOnly,
    // A link is made by operators. Requests open it, begin sessions of whom the OpenID provider names, and sign out.
    "public.console_sessions": {
      serve: [...append, { update: ["secret_sha256", "expires_at", "ended_at", "id_token"] }],
      work: [...read, "DELETE"],
    },
    "public.mobile_secrets": readOnly,
    "public.insurers": readOnly,

    "public.audit_events": appended,
    "public.wallet_postings": appended,
    // A transfer stays as it was written; only its outcome is added.
    "public.wallet_transfers": {
      serve: [...append, { update: ["status"] }],
      work: [...append, { update: ["status"] }],
    },
    "public.wallet_account_numbers": { serve: append, work: read },
    // An account's tier and name, and who a client is, stay as they were written.
    "public.wallet_accounts": { serve: append, work: read },
    "public.wallet_clients": { serve: append, work: read },
    "public.wallet_balances": {
      serve: [...append, { update: [...paid, "expects", "expects_until", "single_limit", "daily_limit"] }],
      work: [...read, { update: paid }],
    },
    "public.wallet_integrators": { serve: [...read, { update: onboarded }], work: read },
    "public.wallet_clearing_house": readOnly,
    "public.wallet_qr_platform": readOnly,
    "public.wallet_virtual_accounts": appended,
    "public.wallet_banks": readOnly,
    "public.wallet_billers": readOnly,
    "public.wallet_bvn_records": readOnly,

    "public.event_blocks": retained,
    "public.event_segments": { serve: read, work: [...append, "DELETE"] },
    "public.span_blocks": retained,
    "public.span_segments": { serve: read, work: [...append, "DELETE"] },
    "public.log_blocks": retained,
    "public.log_segments": { serve: read, work: [...append, "DELETE"] },
    "public.vital_blocks": retained,
    "public.vital_segments": { serve: read, work: [...append, "DELETE"] },
    "public.web_vital_series": retained,
    // They are named with the event; what becomes of them is for workers alone.
    "public.waiting_stacks": retained,
    // Servers of the release before give each stack its row at once: INSERT stays theirs until the next release.
    "public.symbolications": { serve: append, work: everyRow },
    "public.metric_blocks": retained,
    "public.metric_segments": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_indexes": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_pages": { serve: read, work: [...append, "DELETE"] },
    "public.metric_series": { serve: append, work: [...append, "DELETE"] },
    "public.metric_series_days": { serve: read, work: everyRow },
    // Rules are written by operators, their state by workers.
    "public.metric_rule_groups": {
      serve: read,
      work: [...read, { update: ["next_at", "evaluated_at", "series", "status"] }, "DELETE"],
    },
    "public.metric_alert_groups": { serve: [], work: everyRow },
    "public.webhook_events": retained,

    "public.activation_steps": appended,
    "public.placeholder_mail_service": readOnly,
    "public.placeholder_users": {
      serve: [...append, { update: ["name", "email", "role", "password_hash"] }, "DELETE"],
      work: read,
    },
  },
  functions: {
    "public.enqueue_job": ["serve", "work"],
    "public.enqueue_flagged_job": ["serve", "work"],
    "public.count_jobs": ["serve"],
    "public.make_daily_partition": ["serve", "work"],
    "public.seed_shard_statistics": ["serve", "work"],
    "public.drop_daily_partition": ["work"],
  },
};
