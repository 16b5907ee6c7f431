/**
 * The proof that a project requires at sign-up, for the forms of a page. A proof of work is made in the background from
 * the moment a form is touched. Other proofs come from a widget in the form.
 *
 * A proof is valid for one request: each request takes one, and the next one needs another.
 */
import { makeListeners } from "../../core/lightweight/listeners.ts"
import type { SignUpProofInfo } from "../../core/schema/sign-up-proof.ts"
import type { MadeSignUpProof } from "../../tiers/calls/sign-up-proof.ts"

interface FormProofView {
  /** A form was touched, and the project requires a proof. */
  readonly isAsked: boolean
  /** The project's check, if it needs a widget in the form. */
  readonly widget: SignUpProofInfo | null
  /** A request has been waiting for its proof for a second. */
  readonly isSlow: boolean
  /** Changes when the widget has to make another proof. */
  readonly round: number
}

export interface FormProof {
  /** Sets the project's check: `null` for none, `undefined` until it is known. */
  readonly use: (info: SignUpProofInfo | null | undefined) => void
  /** Begins to make a proof. Call it when a form is touched. */
  readonly begin: () => void
  /**
   * Resolves with a proof for one request; `undefined` leaves it to the client, which makes one if the service requires
   * it. Rejects with the error of the widget. The signal withdraws the request, so that the next one gets the proof.
   */
  readonly take: (signal?: AbortSignal) => Promise<string | undefined>
  /** Connects a widget until the returned function is called. Without one, `take` waits for none. */
  readonly connect: () => () => void
  /** Takes a proof of the widget, or `null` when the last one has expired. */
  readonly onProof: (proof: string | null) => void
  /** Takes an error of the widget, which the next request reports. */
  readonly onError: (cause: unknown) => void
  /** Returns the same object until something changes. */
  readonly read: () => FormProofView
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes a proof of work; `null` if that failed, which the request will report. */
export type MakeWork = () => Promise<MadeSignUpProof | null>

const WORK = "proof-of-work"

/** The time after which a waiting request is shown, in milliseconds. */
const SLOW_MILLIS = 1000

/** A proof that expires sooner is made anew, in milliseconds: the request takes time, and clocks differ. */
const EXPIRY_MARGIN = 60_000

interface ProofWaiter {
  readonly resolve: (proof: string | undefined) => void
  readonly reject: (cause: unknown) => void
}

export const makeFormProof = (makeWork: MakeWork): FormProof => {
  const listeners = makeListeners()
  let view: FormProofView = { isAsked: false, widget: null, isSlow: false, round: 0 }
  let info: SignUpProofInfo | null | undefined
  let isTouched = false
  let work: Promise<MadeSignUpProof | null> | null = null
  let proof: string | null = null
  let widgets = 0
  /** The requests of the page's forms that wait for the widget. Each proof is for the first. */
  const waiting = new Set<ProofWaiter>()
  /** The error of the widget since the last proof. */
  let failed: { readonly cause: unknown } | null = null
  /** The timers of the requests that have been waiting for a second. */
  const slow = new Set<unknown>()

  const show = (changes: Partial<FormProofView>) => {
    view = { ...view, ...changes }
    listeners.notify()
  }

  const start = () => {
    if (!isTouched || info === null || info === undefined) return
    if (info.type === WORK) {
      work ??= makeWork()
      if (!view.isAsked) show({ isAsked: true })
    } else if (view.widget !== info) show({ isAsked: true, widget: info })
  }

  const takeWork = async () => {
    const made = await work
    work = null
    const isFresh = made?.expiresAt === undefined || made.expiresAt.getTime() - Date.now() > EXPIRY_MARGIN
    return isFresh ? made?.proof : undefined
  }

  const nextProof = (signal: AbortSignal | undefined) =>
    new Promise<string | undefined>((resolve, reject) => {
      if (proof !== null) resolve(proof)
      else if (failed !== null) reject(failed.cause)
      else if (widgets === 0) resolve(undefined)
      else {
        const waiter = { resolve, reject }
        waiting.add(waiter)
        signal?.addEventListener("abort", () => {
          waiting.delete(waiter)
          resolve(undefined)
        })
      }
    })

  const settle = (end: (waiter: ProofWaiter) => void) => {
    waiting.forEach(end)
    waiting.clear()
  }

  /** The widget makes another proof afterwards, also after an error. */
  const takeFromWidget = async (signal: AbortSignal | undefined) => {
    try {
      return await nextProof(signal)
    } finally {
      // A withdrawn request has used no proof: the user may be solving the widget for another form.
      if (!signal?.aborted) {
        proof = null
        failed = null
        show({ round: view.round + 1 })
      }
    }
  }

  return {
    use: (next) => {
      info = next
      if (next === null && view.isAsked) show({ isAsked: false, widget: null })
      start()
    },
    begin: () => {
      isTouched = true
      start()
    },
    take: async (signal) => {
      if (info === null || info === undefined) return undefined
      isTouched = true
      start()
      const timer = setTimeout(() => {
        slow.add(timer)
        show({ isSlow: true })
      }, SLOW_MILLIS)
      try {
        return await (info.type === WORK ? takeWork() : takeFromWidget(signal))
      } finally {
        clearTimeout(timer)
        if (slow.delete(timer)) show({ isSlow: slow.size > 0 })
      }
    },
    connect: () => {
      widgets++
      return () => {
        widgets--
        if (widgets === 0) settle(({ resolve }) => resolve(undefined))
      }
    },
    onProof: (next) => {
      proof = next
      failed = null
      const [first] = waiting
      if (next === null || first === undefined) return
      first.resolve(next)
      waiting.delete(first)
    },
    onError: (cause) => {
      failed = { cause }
      settle(({ reject }) => reject(cause))
    },
    read: () => view,
    subscribe: listeners.subscribe
  }
}
