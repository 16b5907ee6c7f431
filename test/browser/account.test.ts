/**
 * Runs the tests of the account settings, teams, components, hooks and languages in a real browser against a real
 * service.
 */
import { afterAll, beforeAll, describe } from "vitest"
import { accountLooks } from "./account-looks.ts"
import { accountMenus } from "./account-menus.ts"
import { openAccountPlace } from "./account-place.ts"
import { accountSettings } from "./account-settings.ts"
import { accountTeams } from "./account-teams.ts"
import { components } from "./components.ts"
import { hooks } from "./hooks.ts"
import { languages } from "./languages.ts"
import type { Place } from "./place.ts"

let opened: Place | undefined
const place = (): Place => {
  if (opened === undefined) throw new Error("The place is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openAccountPlace()
})
afterAll(() => opened?.close())

describe("account settings", () => accountSettings(place))
describe("teams", () => accountTeams(place))
describe("menus of every page", () => accountMenus(place))
describe("components and their props", () => components(place))
describe("hooks", () => hooks(place))
describe("languages", () => languages(place))
describe("accessibility and screenshots of the account", () => accountLooks(place))
