/** The JSON of webhook targets. The secret is shown once, when a target is added. */
import { Schema } from "effect"
import { Millis } from "../../core/schema/fields/millis.ts"
import { Secret } from "../../core/schema/fields/secret.ts"
import { wire } from "../../core/schema/wire.ts"

const targetFields = { id: Schema.String, url: Schema.String, createdAt: Millis }

export const TargetView = wire(targetFields)
export const NewTargetView = wire({ ...targetFields, secret: Secret })
