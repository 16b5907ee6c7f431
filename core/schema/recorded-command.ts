/** The commands of the operator that the audit log records. */

/** A command without its arguments. It is the `action` of its entries. */
export type RecordedCommand =
  | "keystile owner create"
  | "keystile owner link"
  | "keystile owner add-project"
  | "keystile owner remove-project"
  | "keystile owner sign-out"
  | "keystile owner reset-second-factor"
  | "keystile owner remove"
  | "keystile project create"
  | "keystile project set"
  | "keystile project keys create"
  | "keystile project keys revoke"
  | "keystile keys rotate"
  | "keystile keys rotate --now"
  | "keystile import"
  | "keystile export"
  | "keystile webhooks add"
  | "keystile webhooks remove"
  | "keystile webhooks resend"
  | "keystile mails resend"
  | "keystile secrets rotate"
