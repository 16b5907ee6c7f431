/** Decides where a form shows an error of a call. By `_tag`, because the classes load on demand. */

type TaggedError = { readonly _tag: string }

/** True for an error that is shown at the field of a new password. */
export const isAboutNewPassword = ({ _tag }: TaggedError): boolean =>
  _tag === "PasswordTooShort" || _tag === "PasswordTooLong" || _tag === "PasswordBreached"

/** True for an error about the proof that a project requires, which is shown above the fields. */
export const isAboutProof = ({ _tag }: TaggedError): boolean =>
  _tag === "SignUpProofRequired" || _tag === "SignUpProofInvalid" || _tag === "SignUpProofFailed"
