/**
 * The mail with which a password is reset. Whether there is an account is looked up here and not by the request, which so takes as long for an
 * address that nobody has.
 */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { OutsideService, type ServiceAccess } from "#src/outside/outside-service.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { accountByEmail } from "../accounts.ts";
import { issueReset, resetLifetime } from "../credentials/password-resets.ts";

export type SendReset = Job<{ readonly email: string }>;

export function sendingOfResets(masterKey: MasterKey, now: () => number): SendReset {
  return declareJob({
    name: "placeholder-send-reset",
    // About ten minutes: whoever waits longer asks again.
    maxAttempts: 6,
    async run({ email }, { database }) {
      const user = await accountByEmail(database, email);
      if (user === null) return;
      const token = await issueReset(database, user, now());
      if (token === null) return;
      const access = { manager: database.dataSource.manager, masterKey };
      await sendMail(access, { to: user.email, subject: "Reset your password", text: textOf(user.name, token) });
    },
  });
}

function textOf(name: string, token: string): string {
  return `Hello ${name},

somebody asked to reset the password of your account. Enter this in the app to set a new one:

${token}

It is good once, for ${resetLifetime / 60} minutes. If it was not you, there is nothing to do: your password stays as it is.
`;
}

/** The service that mail is handed over to, as its client. */
export const mailService = new OutsideService("placeholder_mail_service", "mail_service.registered");

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** REFUSED is for good. Throws Error where the service does not answer: the mail may be on its way all the same. */
export async function sendMail(access: ServiceAccess, mail: Mail): Promise<"SENT" | "REFUSED"> {
  const answer = await mailService.call(access, "PUT", `/messages/${risingId()}`, mail);
  if (answer?.status === 200 || answer?.status === 201) return "SENT";
  if (answer?.status === 422) return "REFUSED";
  throw new Error(answer === null ? "The mail service does not answer" : `The mail service answers ${answer.status}`);
}
