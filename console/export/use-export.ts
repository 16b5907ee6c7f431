/** Runs an export: progress, cancellation, and continuation after an error. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { useEffect, useRef, useState } from "react"
import { useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { CallFailure } from "../components/problem-text.ts"
import { type Collected, collectPages, newCollected, type PageOf } from "./collect-pages.ts"
import { type FormatName, formatOf, type Written } from "./export-format.ts"
import { saveFile } from "../../react/components/save-file.ts"

export interface ExportSource<A, E extends CallFailure> extends Written<A> {
  /** The name of the file without its ending. */
  readonly fileName: string
  readonly readPage: (admin: ProjectAdminCalls, cursor: string | undefined) => Effect.Effect<PageOf<A>, E>
}

interface State<E> {
  readonly phase: "ready" | "running" | "failed" | "done"
  readonly count: number
  readonly error: E | null
}

export const useExport = <A, E extends CallFailure>({ fileName, readPage, ...written }: ExportSource<A, E>) => {
  const { admin } = useDashboard()
  const [state, setState] = useState<State<E>>({ phase: "ready", count: 0, error: null })
  const fiber = useRef<Fiber.Fiber<void, E> | null>(null)
  const collected = useRef<Collected | null>(null)

  useEffect(() => () => fiber.current?.interruptUnsafe(), [])

  /** Starts, or continues after an error with what is left. */
  const run = (name: FormatName) => {
    const format = formatOf(name, written)
    const so = (collected.current ??= newCollected(format.head))
    const show = (count: number) => setState({ phase: "running", count, error: null })
    show(so.count)
    fiber.current = Effect.runFork(collectPages(so, (cursor) => readPage(admin, cursor), format.write, show))
    fiber.current.addObserver((exit) => {
      if (Exit.isSuccess(exit)) {
        saveFile(`${fileName}.${name}`, new Blob(so.parts, { type: format.type }))
        setState({ phase: "done", count: so.count, error: null })
        return
      }
      if (Cause.hasInterruptsOnly(exit.cause)) return
      const error = Exit.findErrorOption(exit)
      if (Option.isNone(error)) throw Cause.squash(exit.cause)
      setState({ phase: "failed", count: so.count, error: error.value })
    })
  }

  return { ...state, run, cancel: () => fiber.current?.interruptUnsafe() }
}
