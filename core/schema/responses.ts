/** Responses without a result that many endpoints share. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

/** The response of deletions and other endpoints without a result. */
export const Success = wire({ success: Schema.Literal(true) })

/** The response for a valid verification code. The check does not use it up. */
export const CodeIsValid = wire({ isCodeValid: Schema.Literal(true) })
