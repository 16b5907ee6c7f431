import type * as Redacted from "effect/Redacted"
import type { CommandLineSignInDetails } from "../../../core/schema/command-line-sign-in.ts"
import type { LinkContentProps } from "../frame/link-page-frame.tsx"

/** Props of the cards about an open sign-in. */
export interface ApprovalQuestionProps {
  readonly code: Redacted.Redacted<string>
  readonly level: LinkContentProps["level"]
  readonly details: CommandLineSignInDetails
}
