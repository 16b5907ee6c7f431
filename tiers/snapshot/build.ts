/** Takes the snapshot of a project for an application's build. */
import * as Effect from "effect/Effect"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../client.ts"
import { projectJson } from "./project-json.ts"
import type { Snapshot } from "./snapshot.ts"

/**
 * Returns a snapshot of the project's public settings, without a user. The first visit of a page that was built with it
 * shows the project's sign-in methods at once, and then those of the service.
 */
export const takeBuildSnapshot: Effect.Effect<Snapshot, ProjectNotFound | RequestError, Client> = Effect.gen(
  function* () {
    const client = yield* Client
    const project = yield* client.getProject
    return { version: 1, projectId: client.projectId, session: null, project: projectJson(project), revalidate: true }
  }
)
