/** The notice for an error of the application's event handler. */
import type { EventHandlerState } from "./use-event-handler.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { isRequestFailure } from "../messages/request-problem.ts"
import { RequestNotice } from "./request-notice.tsx"
import { Notice } from "./notice.tsx"

/** A known error of the service: its message is for users. Messages of other errors are for developers. */
const isKnown = (error: unknown): error is { readonly message: string; readonly code: string } =>
  error instanceof Error && "_tag" in error && "code" in error && typeof error.code === "string"

export const EventErrorNotice = ({
  failed: { error }
}: {
  readonly failed: NonNullable<EventHandlerState["failed"]>
}) => {
  const errorText = useErrorText()
  const { unknownErrorNotice } = useMessages()
  if (isRequestFailure(error)) return <RequestNotice error={error} />
  return <Notice>{isKnown(error) ? errorText(error) : unknownErrorNotice}</Notice>
}
