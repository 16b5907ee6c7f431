/** Response to the check of a verification code. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

/** The response for a valid verification code. The check does not use it up. */
export const CodeIsValid = wire({ isCodeValid: Schema.Literal(true) })
