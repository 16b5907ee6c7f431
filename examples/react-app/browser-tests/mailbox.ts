import { type APIRequestContext, expect } from "@playwright/test"
import { service } from "./addresses.ts"

export interface MailboxMail {
  readonly subject: string
  readonly text: string
  /** The links of the mail, in their order. */
  readonly links: ReadonlyArray<string>
  /** The codes to type in, in their order. */
  readonly codes: ReadonlyArray<string>
}

/** Returns the next mail to an address, each once. Waits for it for five seconds. */
export const nextMail = async (request: APIRequestContext, to: string): Promise<MailboxMail> => {
  const response = await request.post(`${service}/_keystile/mailbox/next`, {
    headers: { "x-keystile-control": "1" },
    data: { to }
  })
  await expect(response).toBeOK()
  const body: { readonly mail: MailboxMail } = await response.json()
  return body.mail
}
