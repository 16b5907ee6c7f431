import { Schema } from "effect"

/** The text of an encrypted column (`service/crypto/secrets`). Text of an earlier version is not encrypted. */
export const EncryptedText = Schema.String.pipe(Schema.brand("EncryptedText"))
export type EncryptedText = typeof EncryptedText.Type
