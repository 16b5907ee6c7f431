/** Durations of sessions, in milliseconds. */
import { integerBetween } from "./whole.ts"

/** The default lifetime of a session: a year. The maximum is two days longer. */
export const DEFAULT_SESSION_MILLIS = 31_536_000_000
/** The longest lifetime of a session: 367 days. */
export const MAX_SESSION_MILLIS = 31_708_800_000
/** The shortest lifetime and idle timeout that an owner can set: 15 minutes. */
export const MIN_SESSION_MILLIS = 900_000

/** A lifetime or an idle timeout of sessions in the settings of a project. */
export const SessionDuration = integerBetween(MIN_SESSION_MILLIS, MAX_SESSION_MILLIS)
