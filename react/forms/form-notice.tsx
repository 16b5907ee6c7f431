/** The notice of a form: a failed request, or an error about the proof that the project requires. */
import type { RetryWait } from "../../core/http/retry.ts"
import { isAboutProof } from "./error-subjects.ts"
import { useErrorText } from "../messages/messages.ts"
import { requestErrorOf } from "../messages/request-problem.ts"
import { Notice } from "../components/notice.tsx"
import { RequestNotice } from "../components/request-notice.tsx"

/** An error of a call. */
export interface FormError {
  readonly _tag: string
  readonly message: string
}

export interface FormNoticeProps {
  readonly error: FormError | null
  readonly waiting: RetryWait | null
}

export const FormNotice = ({ error, waiting }: FormNoticeProps) => {
  const errorText = useErrorText()
  if (waiting === null && error !== null && isAboutProof(error)) return <Notice>{errorText(error)}</Notice>
  return <RequestNotice error={requestErrorOf(error)} waiting={waiting} />
}
