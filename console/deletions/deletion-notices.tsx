/** The deletions that can be undone, those that are sent, and their failures, at the bottom of the page. */
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { Button } from "../components/button.tsx"
import { type Batch, type DeletionQueue, titleOf } from "./deletion-queue.ts"

const none: ReadonlyArray<Batch> = []

interface Props {
  readonly queue: DeletionQueue
}

const DeletionNotices = ({ queue }: Props) => {
  // Screen readers announce only what is added to a live region that exists, so the first render has none.
  const batches = useDeferredValue(useSyncExternalStore(queue.subscribe, queue.batches), none)
  const box = useRef<HTMLElement>(null)
  const [kept, keep] = useState<string | null>(null)
  useUndoKey(queue, (batch) => keep(titleOf(batch)))
  const undo = (batch: Batch) => {
    queue.undo(batch.id)
    keep(titleOf(batch))
    // The button that had the focus is removed.
    box.current?.focus()
  }
  return (
    <section className="ks-deletions" ref={box} aria-label="Deletions" tabIndex={-1}>
      <div role="status" aria-atomic="false">
        {batches.map((batch) =>
          batch.failures.length === 0 || batch.phase === "sending" ? (
            <Pending key={batch.id} batch={batch} queue={queue} onUndo={() => undo(batch)} />
          ) : null
        )}
        {kept !== null && batches.length === 0 && <span className="ks-visually-hidden">{kept}: not deleted</span>}
      </div>
      <div role="alert">
        {batches.map((batch) =>
          batch.failures.length > 0 && batch.phase === "done" ? (
            <Failed key={batch.id} batch={batch} queue={queue} onClose={() => box.current?.focus()} />
          ) : null
        )}
      </div>
    </section>
  )
}

export default DeletionNotices

interface BatchProps extends Props {
  readonly batch: Batch
}

const Pending = ({ batch, onUndo, queue }: BatchProps & { readonly onUndo: () => void }) => {
  const { finished, deletions, id, phase } = batch
  const title = titleOf(batch)
  const isUndoable = phase === "undoable" || phase === "paused"
  const pause = () => queue.pause(id)
  const resume = () => queue.resume(id)
  return (
    <div className="ks-deletion" onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
      {phase === "undoable" && <span className="ks-deletion-time" aria-hidden="true" />}
      <p>
        {isUndoable && `${title} will be deleted.`}
        {phase === "sending" &&
          (deletions.length === 1 ? `Deleting ${title} …` : `Deleting ${title}: ${finished} of ${deletions.length}`)}
        {phase === "done" && `${title} ${deletions.length === 1 ? "was" : "were"} deleted`}
      </p>
      {isUndoable && (
        <span className="ks-row">
          <Button variant="quiet" label={`Delete now: ${title}`} onClick={() => queue.sendNow(id)}>
            Delete now
          </Button>
          <Button label={`Undo the deletion of ${title}`} onClick={onUndo}>
            Undo
          </Button>
        </span>
      )}
    </div>
  )
}

const Failed = ({
  batch: { deletions, failures, id, kind },
  onClose,
  queue
}: BatchProps & { readonly onClose: () => void }) => (
  <div className="ks-deletion" data-tone="danger">
    <div>
      <p>
        {failures.length < deletions.length &&
          `${(deletions.length - failures.length).toLocaleString()} of ${titleOf({ deletions, kind })} deleted. `}
        Not deleted:
      </p>
      <ul className="ks-failures">
        {failures.map(({ deletion, problem }) => (
          <li key={deletion.id}>
            <strong className="ks-strong">{deletion.name}</strong>: {problem}
          </li>
        ))}
      </ul>
    </div>
    <span className="ks-row">
      <Button
        variant="quiet"
        onClick={() => {
          queue.dismiss(id)
          onClose()
        }}
      >
        Close
      </Button>
      <Button
        onClick={() => {
          queue.retry(id)
          onClose()
        }}
      >
        Try again
      </Button>
    </span>
  </div>
)

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))

/** Undoes the last deletion by Ctrl+Z or Cmd+Z, except in a field and below a dialog. */
const useUndoKey = (queue: DeletionQueue, onUndo: (batch: Batch) => void) => {
  const latest = useRef(onUndo)
  useEffect(() => {
    latest.current = onUndo
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (isEditable(event.target) || document.querySelector("dialog:modal") !== null) return
      const batch = queue.batches().findLast(({ phase }) => phase === "undoable" || phase === "paused")
      if (batch === undefined) return
      event.preventDefault()
      queue.undo(batch.id)
      latest.current(batch)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [queue])
}
