/**
 * The rights of the serving role and the working role on each table. Nothing else decides them. `accord migrate` grants them
 * (src/storage/rights.ts). A new table needs an entry only when the roles need fewer rights than the default rule gives.
 */
import type { Right, Rights, RightsPolicy } from "#src/storage/rights.ts";

const everyRow: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];
const read: readonly Right[] = ["SELECT"];
const append: readonly Right[] = ["SELECT", "INSERT"];

const readOnly: Rights = { serve: read, work: read };
/** For records that are written once and never changed. */
const appended: Rights = { serve: append, work: append };
/** The columns of a balance that payments change. Its currency and minimum are fixed when the account is opened. */
const paid = ["balance", "held", "debit_day", "debited", "sequence", "hash"];
/** The columns of an integrator that its onboarding sets. Only operators change its key, its secrets and its end. */
const onboarded = ["wallet_name", "short_name", "username", "implementation", "onboarded_at"];

/** For records that are written once, and deleted by jobs when their retention is over. */
const retained: Rights = { serve: append, work: [...append, "DELETE"] };

export const privileges: RightsPolicy = {
  schemas: {
    public: { serve: everyRow, work: everyRow },
    // The serving role may only call enqueue_job, which queues jobs.
    graphile_worker: { serve: [], work: everyRow },
  },
  tables: {
    "public.migrations": readOnly,
    "graphile_worker.migrations": { serve: [], work: read },

    // Callers, their secrets and the addresses of insurers: only operators change them, as the owner of the tables.
    "public.businesses": readOnly,
    "public.projects": readOnly,
    // Owners create and revoke keys in the console. The scopes of a key never change.
    "public.api_keys": { serve: [...append, { update: ["revoked_at"] }], work: read },
    "public.people": readOnly,
    "public.business_members": readOnly,
    // Operators create links. Requests use links, begin sessions for people whom the OpenID provider identifies, and end sessions.
    "public.console_sessions": {
      serve: [...append, { update: ["secret_sha256", "expires_at", "ended_at", "id_token"] }],
      work: [...read, "DELETE"],
    },
    "public.mobile_secrets": readOnly,
    "public.insurers": readOnly,

    "public.audit_events": appended,
    "public.wallet_postings": appended,
    // A transfer never changes, except that its outcome is added.
    "public.wallet_transfers": {
      serve: [...append, { update: ["status"] }],
      work: [...append, { update: ["status"] }],
    },
    "public.wallet_account_numbers": { serve: append, work: read },
    // The tier and name of an account, and the identity of a client, never change.
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
    // The serving role inserts them with the event; workers turn them into symbolications.
    "public.waiting_stacks": retained,
    "public.symbolications": { serve: read, work: everyRow },
    "public.metric_blocks": retained,
    "public.metric_segments": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_indexes": { serve: read, work: [...append, "DELETE"] },
    "public.metric_label_pages": { serve: read, work: [...append, "DELETE"] },
    "public.metric_series": { serve: append, work: [...append, "DELETE"] },
    "public.metric_series_days": { serve: read, work: everyRow },
    // Operators write rules; workers write their state.
    "public.metric_rule_groups": {
      serve: read,
      work: [...read, { update: ["next_at", "evaluated_at", "clock", "series", "status"] }, "DELETE"],
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
    "public.make_daily_partition": ["work"],
    "public.seed_shard_statistics": ["work"],
    "public.drop_daily_partition": ["work"],
  },
};
