/** Known errors about email templates. */
import { knownError } from "./known-error.ts"

/** The project has its own template of this type already. */
export class EmailTemplateAlreadyExists extends knownError<EmailTemplateAlreadyExists>()("EmailTemplateAlreadyExists", {
  status: 409,
  message: "This project has an email template of this type already. Change that one instead."
}) {}
