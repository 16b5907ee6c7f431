/** The port for operators: `/metrics`, `/livez` and `/readyz`. */
import { Effect } from "effect"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import { textResponse } from "../http/response.ts"
import { handleHealth } from "./health.ts"
import type { Metrics } from "./metrics.ts"
import type { QueueGauges } from "./queue-gauges.ts"
import { formatMetrics } from "./read-metrics.ts"
import type { Readiness } from "./readiness.ts"

const FORMAT = { "content-type": "text/plain; version=0.0.4; charset=utf-8" }

const notFound = Effect.succeed(textResponse(404, "This port has /metrics, /livez and /readyz."))

export const handleOperations = (
  metrics: Metrics["Service"],
  readiness: Readiness["Service"],
  queues: QueueGauges["Service"]
) => {
  const health = handleHealth(readiness)
  return (request: ServiceRequest): Effect.Effect<ServiceResponse> => {
    if (request.method === "GET" && request.target === "/metrics") {
      return Effect.map(formatMetrics(metrics, queues), (body) => ({ status: 200, headers: FORMAT, body }))
    }
    return health(request) ?? notFound
  }
}
