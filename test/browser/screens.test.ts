/**
 * Runs the tests of the screens in a real browser against a real service. The groups share one environment, which
 * takes seconds to start.
 */
import { describe } from "vitest"
import { accessibility } from "./accessibility.ts"
import { appearance } from "./appearance.ts"
import { devtools } from "./devtools.ts"
import { forms } from "./forms.ts"
import { handlerPages } from "./handler-pages.ts"
import { journeys } from "./journeys.ts"
import { linkPageMoves } from "./link-page-moves.ts"
import { magicLinkPages } from "./magic-link-pages.ts"
import { mailedPages } from "./mailed-pages.ts"
import { network } from "./network.ts"
import { openedForFile, openFixture } from "./fixture.ts"
import { returnUrls } from "./returning.ts"
import { tabs } from "./tabs.ts"

const fixture = openedForFile(openFixture)

describe("signing in, up and out", () => journeys(fixture))
describe("forms", () => forms(fixture))
describe("network", () => network(fixture))
describe("the return URL", () => returnUrls(fixture))
describe("accessibility", () => accessibility(fixture))
describe("appearance", () => appearance(fixture))
describe("tabs", () => tabs(fixture))
describe("devtools", () => devtools(fixture))
describe("handler pages", () => handlerPages(fixture))
describe("mailed pages", () => mailedPages(fixture))
describe("moves of link pages", () => linkPageMoves(fixture))
// Its last test moves the service's clock.
describe("magic link pages", () => magicLinkPages(fixture))
