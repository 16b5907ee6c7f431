/** The state of a sign-in page: that of the engine, or of the first view until the engine is loaded. */
import { useContext, useEffect, useState, useSyncExternalStore } from "react"
import { isAwaitingAccess, realUser } from "../../../tiers/calls/user-state.ts"
import { MessagesContext, useIsReady } from "../../messages/messages.ts"
import { useOpenedIfLoaded, useProviderContext, useEngineDelay } from "../../runtime/keystile-context.ts"
import { cacheSettings } from "../../runtime/cached-settings.ts"
import type { SignInSettings } from "../../runtime/sign-in-settings.ts"
import { useKnown } from "../../runtime/use-query.ts"
import { useSettings } from "../../runtime/use-settings.ts"
import { isOutage } from "../cards/recovery.ts"

export interface SignInView {
  /** `null` until they are known. */
  readonly settings: SignInSettings | null
  /** `null` until it is known. */
  readonly isSignedIn: boolean | null
  /** The user has signed in, and may not use the application yet. */
  readonly isRestricted: boolean
}

const unknown = () => undefined

/**
 * Returns the state of the page. Both values are `null` until they and the language are known: the page is rendered
 * then instead of suspending, because React reveals the content of a `<Suspense>` retry at least 300 ms after its
 * fallback. Throws errors of reads to the error boundary.
 */
export const useSignInView = (projectId: string): SignInView => {
  const { firstView } = useProviderContext()
  const opened = useOpenedIfLoaded()
  const { locale } = useContext(MessagesContext)
  const hasTexts = useIsReady(locale)
  const { exit: project, isCached, settings } = useSettings(projectId)
  const isOpened = opened !== null
  // During the first render, so that the request is sent before the skeleton is painted. Only the first call sends it.
  useState(() => {
    if (!isOpened && settings === null) firstView.requestProject()
  })
  // The settings of the last visit or of a build are shown first.
  useEffect(() => {
    if (!isOpened) firstView.requestProjectAfterPaint()
  }, [firstView, isOpened])
  const user = useKnown(opened, opened && opened.engine.queries.userQuery, unknown)?.exit
  const isSignedInAtFirst = useSyncExternalStore(
    firstView.subscribe,
    firstView.isSignedIn,
    firstView.isSignedInOnServer
  )

  useEffect(() => {
    if (!isCached && settings !== null) cacheSettings(projectId, settings)
  }, [projectId, isCached, settings])

  const isSignedIn =
    user?._tag === "Success" ? realUser(user.value) !== null : opened === null ? isSignedInAtFirst : undefined
  const isShown = settings !== null && isSignedIn !== undefined && hasTexts
  useEngineDelay(!isShown && isSignedInAtFirst === false)

  for (const exit of [project, user]) {
    if (opened === null || exit === undefined || exit._tag === "Success") continue
    const error = opened.engine.squash(exit.cause)
    // The cached form is shown during an outage. It shows the errors of its own calls.
    if (exit === user || settings === null || !isOutage(error)) throw error
  }
  const isRestricted = user?._tag === "Success" && isAwaitingAccess(user.value)
  return isShown ? { settings, isSignedIn, isRestricted } : { settings: null, isSignedIn: null, isRestricted }
}
