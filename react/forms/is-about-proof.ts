/** True for an error about the proof that a project requires. By `_tag`, because the classes load on demand. */
export const isAboutProof = ({ _tag }: { readonly _tag: string }): boolean =>
  _tag === "SignUpProofRequired" || _tag === "SignUpProofInvalid" || _tag === "SignUpProofFailed"
