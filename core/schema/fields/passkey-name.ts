/** Names of passkeys. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { PASSKEY_NAME_LENGTH } from "./passkey-limits.ts"

const isName = (name: string) => name.length >= 1 && name.length <= PASSKEY_NAME_LENGTH && !/\p{Control}/u.test(name)

const trim = (name: string) => name.trim()

/** The name of a passkey: one line of text. Spaces around it are removed. */
export const PasskeyName = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.makeFilter((name) => isName(trim(name)), {
        expected: `one line of 1 to ${PASSKEY_NAME_LENGTH} characters`,
        toJsonSchema: () => ({ minLength: 1, maxLength: PASSKEY_NAME_LENGTH }),
        arbitraryConstraint: { minLength: 1, maxLength: PASSKEY_NAME_LENGTH }
      })
    ),
    SchemaTransformation.transform({ decode: trim, encode: trim })
  )
)
