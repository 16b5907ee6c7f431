/** The passkeys of a user. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { wire } from "./wire.ts"

/** A registered passkey. */
export class Passkey extends Schema.Opaque<Passkey>()(
  wire(
    {
      id: Schema.String,
      name: Schema.String,
      createdAt: Millis,
      /** The time of the last sign-in with it; `null` if there was none. */
      lastUsedAt: Schema.NullOr(Millis),
      /**
       * True if the authenticator has a copy elsewhere, such as in a synced password manager (WebAuthn Level 3, section
       * 6.1.3). `null` if it is unknown, because the passkey was added before this was recorded.
       */
      isBackedUp: Schema.NullOr(Schema.Boolean)
    },
    { createdAt: "created_at_millis", lastUsedAt: "last_used_at_millis" }
  )
) {}
