/** Endpoints for a project's dashboard: webhook portal, metrics and test mail. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { BooleanText } from "../schema/fields/boolean-text.ts"
import { atMost } from "../schema/fields/text.ts"
import { integerBetween } from "../schema/fields/whole.ts"
import { Email } from "../schema/fields/email.ts"
import { redacted, Secret } from "../schema/fields/secret.ts"
import { Metrics } from "../schema/metrics.ts"
import { wire } from "../schema/wire.ts"

const admin = { tiers: ["admin"] } as const

/** Creates a token for the webhook portal. */
export const createSvixToken = Endpoint.post("/webhooks/svix-token", {
  ...admin,
  resource: true,
  body: wire({}),
  status: 201,
  success: wire({ token: Secret })
})

/** Returns the figures of the project's overview: users, sign-ups and active users. */
export const metrics = Endpoint.get("/internal/metrics", {
  ...admin,
  /** Requests the sign-ins, too, an extension of the wire. */
  query: wire({ signIns: Schema.optionalKey(BooleanText) }),
  success: Metrics
})

/** Sends a test mail with the given settings. If the mail server fails, the response is a success with its message. */
export const sendTestEmail = Endpoint.post("/internal/send-test-email", {
  ...admin,
  body: wire({
    recipientEmail: Email,
    emailConfig: wire({
      host: Schema.String,
      port: integerBetween(0, 65_535),
      username: Schema.String,
      password: redacted(Schema.String.check(atMost(70))),
      senderName: Schema.String,
      senderEmail: Email
    })
  }),
  success: wire({ success: Schema.Boolean, errorMessage: Schema.optionalKey(Schema.String) })
})
