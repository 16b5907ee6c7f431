/** Tests that the durations and limits on the pages of the wire are those of the code. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { DEFAULT_SIGN_IN_MILLIS, MAX_SIGN_IN_MILLIS } from "../../core/api/command-line.ts"
import { MAX_REASON } from "../../core/api/impersonation.ts"
import { DEFAULT_SESSION_MILLIS, MAX_SESSION_MILLIS } from "../../core/schema/fields/session-duration.ts"
import { OTP_LENGTH, VERIFICATION_CODE_LENGTH } from "../../core/schema/fields/code-length.ts"
import { MAX_PASSKEYS, PASSKEY_NAME_LENGTH } from "../../core/schema/fields/passkey-limits.ts"
import { RECOVERY_CODE_COUNT, RECOVERY_CODE_LENGTH } from "../../core/schema/fields/recovery-code.ts"
import { PROFILE_IMAGE_MAX_LENGTH } from "../../core/schema/fields/url.ts"
import { DEFAULT_LIFETIME_SECONDS, MIN_LIFETIME_SECONDS } from "../../service/crypto/access-tokens.ts"
import { MAX_OAUTH_ACCOUNTS } from "../../core/schema/fields/max-oauth-accounts.ts"
import { MAX_CHANNELS } from "../../service/resources/contact-channels/own-channels.ts"
import { IMPERSONATION_MILLIS } from "../../service/resources/impersonation/may-impersonate.ts"
import { FLOW_SECONDS } from "../../service/resources/oauth/flow-cookie.ts"
import { MAX_OWNED } from "../../service/resources/projects/owned-project-handlers.ts"
import { MAX_TEAMS } from "../../service/resources/teams/handlers.ts"
import { MAX_IMAGE_BYTES } from "../../service/resources/team-members/profile-store.ts"
import { LONGEST_OF_LIST, MAX_LIST_BYTES, METADATA_WEIGHT } from "../../service/sql/long-values.ts"
import { lifetimes, MAX_ATTEMPTS } from "../../service/resources/verification-codes/verification-codes.ts"
import { DAY, HOUR, MINUTE, SECOND } from "../durations.ts"

const names = new Map([
  [1, "a"],
  [2, "two"],
  [6, "six"],
  [10, "ten"]
])
const word = (count: number) => names.get(count) ?? String(count)

const textOf = (page: string) =>
  readFileSync(join(import.meta.dirname, `../../docs/wire/${page}.md`), "utf8").replaceAll(/\s+/g, " ")

it.each<readonly [page: string, text: string]>([
  ["README", `"Random string" is ${VERIFICATION_CODE_LENGTH} characters`],
  ["README", `${VERIFICATION_CODE_LENGTH * 5} random bits`],
  ["tokens", `The default lifetime is ${DEFAULT_LIFETIME_SECONDS / 60} minutes`],
  ["tokens", `expires in less than ${MIN_LIFETIME_SECONDS} seconds`],
  ["tokens", `at most ${MAX_SESSION_MILLIS / DAY} days`],
  ["oauth", `(${FLOW_SECONDS / 60} minutes, \`HttpOnly\``],
  ["oauth", `\`reason\` (1 to ${MAX_REASON} characters)`],
  ["codes", `a code of ${word(OTP_LENGTH)} characters`],
  ["codes", `the last ${VERIFICATION_CODE_LENGTH - OTP_LENGTH} characters`],
  ["codes", `more than ${MAX_ATTEMPTS} attempts`],
  ["codes", `can create ${word(RECOVERY_CODE_COUNT)} codes`],
  ["codes", `A code is ${RECOVERY_CODE_LENGTH} characters`],
  ["passkeys", `A code is valid for ${lifetimes.passkey_registration / SECOND} seconds`],
  ["passkeys", `up to ${MAX_PASSKEYS} passkeys`],
  ["passkeys", `one line of 1 to ${PASSKEY_NAME_LENGTH} characters`],
  ["command-line", `expires after ${word(DEFAULT_SIGN_IN_MILLIS / HOUR)} hours`],
  ["command-line", `(at most ${word(MAX_SIGN_IN_MILLIS / DAY)} day)`],
  ["data", `at most ${PROFILE_IMAGE_MAX_LENGTH.toLocaleString("en-US")} characters`],
  ["data", `A user has at most ${MAX_OAUTH_ACCOUNTS} accounts`],
  ["data", `a user with ${MAX_CHANNELS} adds no more`],
  ["data", `owner of ${MAX_OWNED} projects creates no more`],
  ["data", `a user with ${MAX_TEAMS} teams creates no more`],
  ["data", `more than ${MAX_LIST_BYTES / 1_000_000} MB of images`],
  ["data", `ends before ${MAX_LIST_BYTES / 1_000_000} MB`],
  ["data", `with more than ${LONGEST_OF_LIST.toLocaleString("en-US")} bytes counts ${METADATA_WEIGHT} times`],
  ["data", `at most ${MAX_IMAGE_BYTES / 1_000_000} MB of images`]
])("%s.md: %s", (page, text) => {
  expect(textOf(page)).toContain(text)
})

it("a session lasts a year, and that of an owner who is signed in as a user an hour", () => {
  expect([DEFAULT_SESSION_MILLIS / DAY, textOf("tokens")]).toEqual([
    365,
    expect.stringContaining("expires after a year")
  ])
  const ofOwner = expect.stringContaining("The session ends after an hour")
  expect([IMPERSONATION_MILLIS / HOUR, textOf("oauth")]).toEqual([1, ofOwner])
})

it.each([
  ["verify an email", `${lifetimes.email_verification / DAY} days`],
  ["reset a password", `${lifetimes.password_reset / DAY} days`],
  ["sign in by mail", `${lifetimes.magic_link / DAY} days`],
  ["accept an invitation to a team", `${lifetimes.team_invitation / DAY} days`],
  ["second factor", `${lifetimes.mfa_attempt / MINUTE} minutes`],
  ["passkey challenge", `${lifetimes.passkey_authentication / SECOND} seconds`]
])("codes.md: how long a code lasts to %s", (purpose, duration) => {
  expect(textOf("codes")).toMatch(new RegExp(`\\| ${purpose} \\|[^|]*\\| ${duration} \\|`))
})
