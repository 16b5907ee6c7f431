/** `<ErrorPage />`. */
import * as Effect from "effect/Effect"
import { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import { useOnce } from "../runtime/use-once.ts"
import { CodeCard, ErrorCard, UnknownErrorCard } from "./cards/error-cards.tsx"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "./frame/page-frame.tsx"

export type ErrorPageProps = PageProps

/**
 * The page that says why a provider did not sign somebody in, at `/handler/error` unless said otherwise. The address
 * names the error by its code alone: anybody can write an address, so no text is taken from it.
 *
 * @example <ErrorPage fullPage />
 */
export const ErrorPage = (props: ErrorPageProps) => (
  <PageFrame {...props} loading={cardSkeleton}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

const read = Effect.flatMap(Client, ({ readErrorPage }) => readErrorPage)

const Content = ({ level }: { readonly level: 1 | 2 }) => {
  const { error, pending, value } = useOnce(read)
  if (pending) return cardSkeleton
  // What cannot be loaded is the frame's to say.
  if (error !== null) throw error
  if (value === null) return <UnknownErrorCard level={level} />
  if (!(value instanceof RequestError)) return <ErrorCard error={value} level={level} />
  // Of another version of the service, maybe: no error for programs, and still one to tell people of.
  return <CodeCard code={value.reason._tag === "UnknownErrorCode" ? value.reason.code : ""} level={level} />
}
