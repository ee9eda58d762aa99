/** The service that mail is handed over to, as its client. */
import { OutsideService, type ServiceAccess } from "#src/outside/outside-service.ts";
import { risingId } from "#src/storage/rising-id.ts";

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
