/** Maps errors to problems of a mailed link. */
import type { LinkCardProps } from "../cards/page-cards.tsx"

const problems: Readonly<Record<string, LinkCardProps["problem"]>> = {
  VerificationCodeNotFound: "invalid",
  VerificationCodeExpired: "expired",
  VerificationCodeMaxAttemptsReached: "expired",
  VerificationCodeAlreadyUsed: "used"
}

/** Returns the problem; `null` if there is no error, or one that is not about the link. */
export const linkProblem = (error: { readonly _tag: string } | null): LinkCardProps["problem"] | null =>
  error === null ? null : (problems[error._tag] ?? null)
