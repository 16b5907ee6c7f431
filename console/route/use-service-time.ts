/** The service's time, for relative times. */
import { useNow } from "../../react/runtime/use-now.ts"

/** The interval at which relative times are updated, in milliseconds. */
const TICK = 10_000

/**
 * Returns the service's time in epoch milliseconds.
 *
 * @param leadMillis how far the clock of a service in development was moved forward
 */
export const useServiceTime = (leadMillis = 0): number => useNow(TICK) + leadMillis
