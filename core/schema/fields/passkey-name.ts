/** Names of passkeys. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The maximum length of a name, in UTF-16 code units. */
export const PASSKEY_NAME_LENGTH = 64

const isName = (name: string) => name.length >= 1 && name.length <= PASSKEY_NAME_LENGTH && !/\p{Control}/u.test(name)

/** One line of text without spaces around it. */
const Trimmed = Schema.String.check(
  Schema.makeFilter((name) => isName(name) && name === name.trim(), {
    expected: `one line of 1 to ${PASSKEY_NAME_LENGTH} characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: PASSKEY_NAME_LENGTH }),
    arbitraryConstraint: { minLength: 1, maxLength: PASSKEY_NAME_LENGTH }
  })
)

/** The name of a passkey. Spaces around it are removed. */
export const PasskeyName = Schema.String.pipe(
  Schema.decodeTo(
    Trimmed,
    SchemaTransformation.transform({ decode: (name: string) => name.trim(), encode: (name: string) => name })
  )
)
