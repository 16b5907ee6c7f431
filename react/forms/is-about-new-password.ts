/** True for an error that is shown at the field of a new password. By `_tag`, because the classes load on demand. */
export const isAboutNewPassword = ({ _tag }: { readonly _tag: string }): boolean =>
  _tag === "PasswordTooShort" || _tag === "PasswordTooLong" || _tag === "PasswordBreached"
