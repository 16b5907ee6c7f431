/** Email addresses by the two rules of the wire. */
import * as Schema from "effect/Schema"
import { isEmail, isStrictEmail } from "./email-pattern.ts"

export const Email = Schema.String.check(Schema.makeFilter(isEmail, { expected: "a valid email address" }))

/** The stricter rule, for addresses of sign-up. */
export const StrictEmail = Schema.String.check(Schema.makeFilter(isStrictEmail, { expected: "a valid email address" }))
