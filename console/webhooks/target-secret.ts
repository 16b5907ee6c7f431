/** Checks the secret of a webhook target. */
import * as Schema from "effect/Schema"
import { WebhookSecret } from "../../core/schema/webhook.ts"

const decode = Schema.decodeUnknownOption(WebhookSecret)

export const isSecret = (text: string): boolean => decode(text)._tag === "Some"

export const SECRET_PROBLEM = "A secret is whsec_ and 24 to 64 bytes in base64."
