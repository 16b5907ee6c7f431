/**
 * `keystile/react/server`: what a server does before it renders pages. It has nothing of React in it, and so server
 * components can import it.
 */
export {
  createServerRendering,
  type ServerRendering,
  type ServerRenderingOptions
} from "../../tiers/snapshot/create.ts"
export { type RenewedSession, type RenewOptions, renewSession, type WebRequest } from "../../tiers/snapshot/renew.ts"
export { readSnapshot, SnapshotRejected } from "../../tiers/snapshot/read.ts"
export type { Snapshot, SnapshotAnswers } from "../../tiers/snapshot/snapshot.ts"
export { type SnapshotOptions, snapshotText, takeSnapshot } from "../../tiers/snapshot/take.ts"
