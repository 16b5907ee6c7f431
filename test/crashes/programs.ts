/** The programs with the service that a crash test kills. */
import type { Effect, Scope } from "effect"
import type { StartedProcess } from "../cli/child-process.ts"
import { serve } from "../cli/serve-process.ts"
import { startEffectExample } from "../examples/effect-one-deployment.ts"
import { MOUNT_PATH } from "../examples/installation.ts"
import { keys, PROJECT_ID } from "../service/fixture.ts"

/** A program with the service. */
export interface ProgramUnderTest {
  readonly name: string
  /** Empty without a mount path. */
  readonly mountPath: string
  /** The number of crashes in a run of all tests. */
  readonly crashes: number
  readonly start: (
    environment: Readonly<Record<string, string>>,
    port: number
  ) => Effect.Effect<Pick<StartedProcess, "ended" | "process">, never, Scope.Scope>
}

export const programs: ReadonlyArray<ProgramUnderTest> = [
  {
    name: "keystile serve",
    mountPath: "",
    crashes: 3,
    start: (environment, port) => serve({ ...environment, KEYSTILE_PORT: String(port) })
  },
  {
    name: "a program that mounts the service",
    mountPath: MOUNT_PATH,
    crashes: 1,
    start: (environment, port) =>
      startEffectExample({
        ...environment,
        PORT: String(port),
        NEXT_PUBLIC_STACK_API_URL: environment["KEYSTILE_PUBLIC_URL"] ?? "",
        NEXT_PUBLIC_STACK_PROJECT_ID: PROJECT_ID,
        NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        STACK_SECRET_SERVER_KEY: keys.secretServerKey
      })
  }
]
