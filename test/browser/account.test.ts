/** Runs the tests of the account settings in a real browser against a real service. */
import { describe } from "vitest"
import { accountActivity } from "./account-activity.ts"
import { accountApiKeys } from "./account-api-keys.ts"
import { accountFocus } from "./account-focus.ts"
import { accountLayout } from "./account-layout.ts"
import { accountLooks } from "./account-looks.ts"
import { openAccountFixture } from "./account-fixture.ts"
import { accountConnectedAccounts } from "./account-connected-accounts.ts"
import { accountPasskeys } from "./account-passkeys.ts"
import { accountRecoveryCodes } from "./account-recovery-codes.ts"
import { accountSessions } from "./account-sessions.ts"
import { anonymousUser } from "./anonymous-user.ts"
import { commandLine } from "./command-line.ts"
import { accountSettings } from "./account-settings.ts"
import { languages } from "./languages.ts"
import { restrictedUser } from "./restricted-user.ts"
import { openedForFile } from "./fixture.ts"

const fixture = openedForFile(openAccountFixture)

describe("account settings", () => accountSettings(fixture))
describe("the connected accounts of a user", () => accountConnectedAccounts(fixture))
describe("the passkeys of a user", () => accountPasskeys(fixture))
describe("the sessions of a user", () => accountSessions(fixture))
describe("the API keys of a user and a team", () => accountApiKeys(fixture))
describe("the recovery codes of the second factor", () => accountRecoveryCodes(fixture))
describe("the security activity of a user", () => accountActivity(fixture))
describe("focus and announcements in the account settings", () => accountFocus(fixture))
describe("layout of the account settings", () => accountLayout(fixture))
describe("an anonymous user", () => anonymousUser(fixture))
describe("a restricted user", () => restrictedUser(fixture))
describe("a sign-in on a command line", () => commandLine(fixture))
describe("languages", () => languages(fixture))
describe("accessibility and screenshots of the account", () => accountLooks(fixture))
