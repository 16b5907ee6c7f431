/**
 * `keystile/react/server`: snapshots for server rendering. It does not import React, so server components can use it.
 */
export {
  createServerRendering,
  type ServerRendering,
  type ServerRenderingOptions
} from "../../tiers/snapshot/create.ts"
export type { PageRequest } from "../../tiers/snapshot/entry-url.ts"
export { type RenewedSession, type RenewOptions, renewSession, type WebRequest } from "../../tiers/snapshot/renew.ts"
export { readSnapshot, type ReadSnapshotOptions, SnapshotRejected } from "../../tiers/snapshot/read.ts"
export type { Snapshot, SnapshotContent } from "../../tiers/snapshot/snapshot.ts"
export { type SnapshotOptions, snapshotText, takeSnapshot } from "../../tiers/snapshot/take.ts"
