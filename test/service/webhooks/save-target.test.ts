/** The limit of webhook targets. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { addTarget } from "../../../service/webhooks/save-target.ts"
import * as Targets from "../../../service/webhooks/target-store.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"

const stores = Layer.mergeAll(Targets.layer, ProjectStore.layer).pipe(Layer.provideMerge(layerDatabase()))

it.live("a project has at most 20 webhook targets", () =>
  Effect.gen(function* () {
    yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
    const results = yield* Effect.forEach(
      Array.from({ length: 24 }, (_, index) => `https://hooks.example.com/${index}`),
      (url) => Effect.result(addTarget(PROJECT_ID, { url })),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(yield* (yield* Targets.TargetStore).list(PROJECT_ID), 20)
    assert.deepStrictEqual(
      results.filter(Result.isFailure).map(({ failure }) => failure._tag),
      ["TooManyTargets", "TooManyTargets", "TooManyTargets", "TooManyTargets"]
    )
  }).pipe(Effect.provide(stores))
)
