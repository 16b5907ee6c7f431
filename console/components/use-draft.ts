/** The draft of a value that other people may change meanwhile. */
import { type FormDraft, useFormDraft } from "./use-form-draft.ts"

export interface Draft<A> extends Omit<FormDraft<A>, "set"> {
  readonly set: (value: A) => void
}

/** Follows the saved value until the user edits it, as {@link useFormDraft} does. */
export const useDraft = <A extends boolean | number | string>(saved: A, subject: string): Draft<A> => {
  const draft = useFormDraft({ value: saved }, subject)
  return {
    ...draft,
    value: draft.value.value,
    set: (value) => draft.set({ value }),
    settle: (value) => draft.settle({ value })
  }
}
