/** What a tier's calls are made from. */
import type * as Effect from "effect/Effect"
import type { ApiConfig } from "../../core/config.ts"
import type { Transport } from "../../core/http/transport.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import type { Session } from "../../core/session/session.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"

/** What every call of a tier runs in. */
export type CallContext = Transport | ApiConfig | Session

export interface CallParts {
  readonly projectId: string
  readonly session: Session["Service"]
  readonly navigation: Navigation["Service"]
  /** The session with the network under it, for apps that act by it. */
  readonly owner: ProjectOwnerSession
  /** Gives an effect its connection: a tier's methods need nothing more. */
  readonly bind: <A, E>(effect: Effect.Effect<A, E, CallContext>) => Effect.Effect<A, E>
}
