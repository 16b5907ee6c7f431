/**
 * Runs the tests of the account settings, teams, components, hooks and languages in a real browser against a real
 * service.
 */
import { afterAll, beforeAll, describe } from "vitest"
import { accountActivity } from "./account-activity.ts"
import { accountFocus } from "./account-focus.ts"
import { accountLayout } from "./account-layout.ts"
import { accountLooks } from "./account-looks.ts"
import { accountMenus } from "./account-menus.ts"
import { openAccountFixture } from "./account-fixture.ts"
import { accountPasskeys } from "./account-passkeys.ts"
import { accountRecoveryCodes } from "./account-recovery-codes.ts"
import { accountSettings } from "./account-settings.ts"
import { accountTeamFocus } from "./account-team-focus.ts"
import { accountTeams } from "./account-teams.ts"
import { components } from "./components.ts"
import { hooks } from "./hooks.ts"
import { languages } from "./languages.ts"
import type { Fixture } from "./fixture.ts"

let opened: Fixture | undefined
const fixture = (): Fixture => {
  if (opened === undefined) throw new Error("The fixture is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openAccountFixture()
})
afterAll(() => opened?.close())

describe("account settings", () => accountSettings(fixture))
describe("the passkeys of a user", () => accountPasskeys(fixture))
describe("the recovery codes of the second factor", () => accountRecoveryCodes(fixture))
describe("the security activity of a user", () => accountActivity(fixture))
describe("focus and announcements in the account settings", () => accountFocus(fixture))
describe("focus and announcements on the team pages", () => accountTeamFocus(fixture))
describe("layout of the account settings", () => accountLayout(fixture))
describe("teams", () => accountTeams(fixture))
describe("menus of every page", () => accountMenus(fixture))
describe("components and their props", () => components(fixture))
describe("hooks", () => hooks(fixture))
describe("languages", () => languages(fixture))
describe("accessibility and screenshots of the account", () => accountLooks(fixture))
