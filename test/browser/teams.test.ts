/** Runs the tests of teams, menus, components and hooks in a real browser against a real service. */
import { describe } from "vitest"
import { openAccountFixture } from "./account-fixture.ts"
import { accountMenus } from "./account-menus.ts"
import { accountTeamFocus } from "./account-team-focus.ts"
import { accountTeams } from "./account-teams.ts"
import { components } from "./components.ts"
import { openedForFile } from "./fixture.ts"
import { hooks } from "./hooks.ts"
import { projectPermissions } from "./project-permissions.ts"
import { screenReader } from "./screen-reader.ts"

const fixture = openedForFile(openAccountFixture)

describe("teams", () => accountTeams(fixture))
describe("focus and announcements on the team pages", () => accountTeamFocus(fixture))
describe("menus of every page", () => accountMenus(fixture))
describe("components and their props", () => components(fixture))
describe("hooks", () => hooks(fixture))
describe("project permissions", () => projectPermissions(fixture))
describe("a screen reader", () => screenReader(fixture))
