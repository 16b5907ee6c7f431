/** The refreshes of providers' tokens that run in this process: single flight per stored refresh token, by its id. */
import { Context, Layer } from "effect"
import { makeSingleFlight, type SingleFlight } from "../../../core/runtime/single-flight.ts"

export class ProviderTokenRefreshes extends Context.Service<ProviderTokenRefreshes, SingleFlight<string>>()(
  "keystile/service/ProviderTokenRefreshes"
) {}

export const layer: Layer.Layer<ProviderTokenRefreshes> = Layer.sync(ProviderTokenRefreshes, () => makeSingleFlight())
