/** What an error says about the link that somebody followed. */
import type { LinkCardProps } from "../cards/page-cards.tsx"

const problems: Readonly<Record<string, LinkCardProps["problem"]>> = {
  VerificationCodeNotFound: "invalid",
  VerificationCodeExpired: "expired",
  VerificationCodeMaxAttemptsReached: "expired",
  VerificationCodeAlreadyUsed: "used"
}

/** `null` if it is no error, or one that says nothing about the link. */
export const linkProblem = (error: { readonly _tag: string } | null): LinkCardProps["problem"] | null =>
  error === null ? null : (problems[error._tag] ?? null)
