/** The journeys of the published client that this project has as a dependency. */
import { describe } from "vitest"
import manifest from "../../../package.json" with { type: "json" }
import { journeys } from "./journeys.ts"
import { loadUpstreamClient } from "./load-client.ts"

describe("the published Stack Auth client", () =>
  journeys(manifest.devDependencies["@stackframe/js"], loadUpstreamClient()))
