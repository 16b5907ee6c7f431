/** The form of the native applications: an origin in each line. */
import * as Schema from "effect/Schema"
import { MAX_NATIVE_APPS, NativeAppOrigin } from "../../core/schema/fields/native-app-origin.ts"

const isOrigin: (text: string) => boolean = Schema.is(NativeAppOrigin)

/** Returns the origins of a text. */
export const nativeAppsIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** Returns why a text cannot be saved; `null` if it can. */
export const nativeAppsProblem = (text: string): string | null => {
  const origins = nativeAppsIn(text)
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong !== undefined) {
    return `“${wrong.slice(0, 80)}” is not android:apk-key-hash: with the SHA-256 hash of a certificate in base64url.`
  }
  if (new Set(origins).size < origins.length) return "An origin is listed twice."
  return origins.length > MAX_NATIVE_APPS ? `At most ${MAX_NATIVE_APPS} origins can be listed.` : null
}
