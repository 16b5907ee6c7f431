/** The page for errors of sign-in with a provider. */
import * as Effect from "effect/Effect"
import { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import { useOnce } from "../runtime/use-once.ts"
import { CodeCard, ErrorCard, UnknownErrorCard } from "./cards/error-cards.tsx"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "./frame/page-frame.tsx"

/** Props of `<ErrorPage>`. */
export type ErrorPageProps = PageProps

/**
 * Shows why sign-in with a provider failed, by default at `/handler/error`. Only the error's code is read from the
 * URL, never a text, since anyone can write a URL.
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
  const { error, pending, value } = useOnce(() => read)
  if (pending) return cardSkeleton
  // The frame shows errors of loading.
  if (error !== null) throw error
  if (value === null) return <UnknownErrorCard level={level} />
  if (!(value instanceof RequestError)) return <ErrorCard error={value} level={level} />
  // A newer service may have codes that are not in this client's list.
  return <CodeCard code={value.reason._tag === "UnknownErrorCode" ? value.reason.code : ""} level={level} />
}
