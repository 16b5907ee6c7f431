/** Bounds the length of a mail, which a template multiplies if it uses a variable many times. */
import { Effect, type Schema } from "effect"
import { textError } from "../../response/raw-response.ts"
import type { MailTemplate } from "../../mail/default-templates.ts"
import { variablesOf } from "../../mail/template-text.ts"

/** The maximum length of all values in a mail. Mail programs cut off mails that are half as long. */
const MAX_LENGTH = 200_000

/** Returns the length of the longest value that the service mails. A link has a callback URL of 10,000 characters. */
export const longestValue = (variable: string): number => (variable.endsWith("Link") ? 10_000 : 100)

const groupDigits = (number: number) => number.toLocaleString("en-US")

/** Fails if the values of the variables in a template have more than 200,000 characters, whatever its conditions. */
export const requireBoundedValues = Effect.fnUntraced(function* (
  { content, subject }: MailTemplate,
  lengthOf: (variable: string) => number
) {
  let length = 0
  const values: Array<Schema.Json> = [subject, content]
  // The loop also visits what is pushed. Content may be nested too deeply for a recursion.
  for (const value of values) {
    if (typeof value === "string") for (const variable of variablesOf(value)) length += lengthOf(variable)
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) values.push(inner)
  }
  if (length > MAX_LENGTH) {
    return yield* textError(
      400,
      `The values of the variables in a mail can have ${groupDigits(MAX_LENGTH)} characters, and those of this template ` +
        `can have ${groupDigits(length)}. Use fewer variables: a link counts as 10,000 characters when the template is ` +
        "saved."
    )
  }
})
