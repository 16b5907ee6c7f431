/**
 * Runs the tests of the screens in a real browser against a real service. The groups share one environment, which
 * takes seconds to start.
 */
import { afterAll, beforeAll, describe } from "vitest"
import { accessibility } from "./accessibility.ts"
import { appearance } from "./appearance.ts"
import { forms } from "./forms.ts"
import { handlerPages } from "./handler-pages.ts"
import { journeys } from "./journeys.ts"
import { magicLinkPages } from "./magic-link-pages.ts"
import { mailedPages } from "./mailed-pages.ts"
import { network } from "./network.ts"
import { openPlace, type Place } from "./place.ts"
import { returning } from "./returning.ts"
import { tabs } from "./tabs.ts"

let opened: Place | undefined

/** Returns the environment after it has started. */
const place = (): Place => {
  if (opened === undefined) throw new Error("The place is not open.")
  return opened
}

beforeAll(async () => {
  opened = await openPlace()
})
afterAll(() => opened?.close())

describe("signing in, up and out", () => journeys(place))
describe("forms", () => forms(place))
describe("network", () => network(place))
describe("the return URL", () => returning(place))
describe("accessibility", () => accessibility(place))
describe("appearance", () => appearance(place))
describe("tabs", () => tabs(place))
describe("handler pages", () => handlerPages(place))
describe("mailed pages", () => mailedPages(place))
// Its last test moves the service's clock.
describe("magic link pages", () => magicLinkPages(place))
