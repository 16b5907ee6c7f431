/** The form of one email address. */
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { SubmitEvent } from "react"
import { RequestError } from "../../core/errors/request-error.ts"
import { useErrorText } from "../messages/messages.ts"
import { useForm } from "./use-form.ts"

/** A type: an interface is not assignable to a record of strings. */
type Fields = {
  readonly email: string
}

/** Sends the email address. A known error is shown at its field; a `RequestError` is not. */
export const useEmailForm = <E extends { readonly _tag: string; readonly message: string }>(
  send: (email: string) => Promise<Exit.Exit<unknown, E>>
) => {
  const errorText = useErrorText()
  const { checking, errors, form } = useForm<Fields>()

  const run = async ({ email }: Fields) => {
    const refused = Exit.findErrorOption(await send(email))
    if (Option.isSome(refused) && !(refused.value instanceof RequestError)) {
      form.refuse("email", errorText(refused.value))
      form.focus("email")
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit(run)
  }

  return { checking, errors, form, submit }
}
