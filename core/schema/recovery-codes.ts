/** The recovery codes of the second factor. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { Secret } from "./fields/secret.ts"
import { integerBetween } from "./fields/whole.ts"
import { wire } from "./wire.ts"

/** The state of a user's recovery codes. Both times are `null` without codes. */
export class RecoveryCodesState extends Schema.Opaque<RecoveryCodesState>()(
  wire(
    {
      /** The number of unused codes. */
      remaining: integerBetween(0),
      createdAt: Schema.NullOr(Millis),
      /** The time of the last sign-in with a code; `null` if none was used. */
      lastUsedAt: Schema.NullOr(Millis)
    },
    { createdAt: "created_at_millis", lastUsedAt: "last_used_at_millis" }
  )
) {}

/** A new set of codes. The service stores their hashes only, so this is the only response that contains them. */
export class NewRecoveryCodes extends Schema.Opaque<NewRecoveryCodes>()(wire({ codes: Schema.Array(Secret) })) {}
