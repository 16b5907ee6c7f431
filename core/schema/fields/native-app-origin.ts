/** The origin of a native application in the responses of its authenticator. */
import * as Schema from "effect/Schema"
import { matching } from "./matching.ts"

/** The most native applications of a project. */
export const MAX_NATIVE_APPS = 20

/**
 * The origin that Android's Credential Manager writes into client data: the SHA-256 hash of the certificate that signs
 * the application, in base64url. The last of 43 characters holds four bits, and two that are zero.
 */
export const NativeAppOrigin = Schema.String.check(
  matching(/^android:apk-key-hash:[\w-]{42}[AEIMQUYcgkosw048]$/u, {
    expected: "android:apk-key-hash: and the SHA-256 hash of a certificate in base64url"
  })
)
