/** Exports a list as a file: the format, the progress, and a way to cancel. */
import { useState } from "react"
import { Button } from "../components/button.tsx"
import { Problem } from "../components/problem.tsx"
import { Dialog } from "../components/dialog.tsx"
import { type CallFailure, problemOf } from "../components/problem-text.ts"
import { Select } from "../components/select.tsx"
import { type FormatName, formatOptions } from "./export-format.ts"
import { type ExportSource, useExport } from "./use-export.ts"

interface Props<A, E extends CallFailure> {
  readonly title: string
  /** The items in the plural, e.g. "users". */
  readonly what: string
  readonly source: ExportSource<A, E>
  /** The number of items, if it is known. */
  readonly total?: number | undefined
  readonly onClose: () => void
}

export const ExportDialog = <A, E extends CallFailure>({ onClose, source, title, total, what }: Props<A, E>) => {
  const [format, setFormat] = useState<FormatName>("csv")
  const { cancel, count, error, phase, run } = useExport(source)
  const close = () => {
    cancel()
    onClose()
  }
  const isStarted = phase !== "ready"
  return (
    <Dialog title={title} onClose={close}>
      {isStarted ? (
        <>
          <progress
            className="ks-progress"
            hidden={phase === "failed"}
            aria-label="Progress of the export"
            {...(phase === "done"
              ? { value: 1 }
              : total !== undefined && { value: Math.min(count, total), max: total })}
          />
          <p role="status" className="ks-text">
            {phase === "done" ? `The file has ${count.toLocaleString()} ${what}.` : `${count.toLocaleString()} ${what}`}
            {phase === "failed" && ". The export stopped here, and can continue."}
          </p>
        </>
      ) : (
        <>
          <p className="ks-text">
            The file has what the filters of the page select. In CSV, texts that a spreadsheet would run as a formula
            begin with an apostrophe.
          </p>
          <Select label="Format" value={format} options={formatOptions} onChange={setFormat} />
        </>
      )}
      <Problem>{problemOf(error)}</Problem>
      <div className="ks-dialog-actions">
        <Button onClick={close}>{phase === "done" ? "Close" : "Cancel"}</Button>
        {phase !== "done" && (
          <Button variant="primary" busy={phase === "running"} onClick={() => run(format)}>
            {phase === "failed" ? "Continue" : "Export"}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
