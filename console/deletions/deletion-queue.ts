/**
 * Deletions that can be undone for some seconds: the request is sent when the time is over, at once by the owner's
 * choice, or when the page is left. Failed requests are kept until the owner has read them.
 */
import { counted } from "../components/counted.ts"

/** Something to delete, with its request. */
export interface Deletion {
  readonly id: string
  readonly name: string
  /** Sends the request. Resolves with the problem, or `null` if there is none. Never rejects. */
  readonly send: () => Promise<string | null>
}

interface Failure {
  readonly deletion: Deletion
  readonly problem: string
}

/** The kind of what is deleted. */
export type DeletionKind = "user" | "team"

/** Deletions that begin together. */
interface NewBatch {
  readonly kind: DeletionKind
  /** The calls that act on the project. */
  readonly project: object
  readonly deletions: ReadonlyArray<Deletion>
  /**
   * Refreshes the access token if it expires soon. Called when the time begins: browsers send the deletions of a closed
   * page, and no refresh before them.
   */
  readonly ensureToken: () => void
  /** Reads the lists again, after the last request. */
  readonly readLists: () => Promise<unknown>
}

export interface Batch extends NewBatch {
  readonly id: number
  readonly phase: "undoable" | "paused" | "sending" | "done"
  /** The number of requests that have a response. */
  readonly finished: number
  readonly failures: ReadonlyArray<Failure>
}

export interface DeletionQueue {
  readonly subscribe: (listener: () => void) => () => void
  /** The batches that are shown, the oldest first. */
  readonly batches: () => ReadonlyArray<Batch>
  /** Returns whether something will be deleted, or was deleted since the lists were read. */
  readonly isDeleted: (id: string) => boolean
  /**
   * Returns how many users of a project will be deleted, and are counted by the service. `null` from the first request
   * on until the lists are read again, because a count may have been read before or after a deletion.
   */
  readonly pendingUsers: (project: object) => number | null
  readonly add: (batch: NewBatch) => void
  readonly undo: (batch: number) => void
  readonly sendNow: (batch: number) => void
  /** Stops the time of a batch, while its buttons have the focus or the pointer. */
  readonly pause: (batch: number) => void
  /** Gives a paused batch the whole time again. */
  readonly resume: (batch: number) => void
  /** Sends what has failed once more. */
  readonly retry: (batch: number) => void
  readonly dismiss: (batch: number) => void
  /**
   * Sends everything that can be undone, four requests at a time. Resolves when all requests have a response, with
   * `false` if one has failed. What failed before does not count.
   */
  readonly sendAll: () => Promise<boolean>
  /** Sends everything at once, because the page is left. */
  readonly leave: () => void
  /** The number of requests that are not sent, or have no response. */
  readonly unfinished: () => number
}

/** Returns `Noor Lindqvist`, or `12 users`. */
export const titleOf = ({ deletions, kind }: Pick<Batch, "deletions" | "kind">): string => {
  const [only] = deletions
  return deletions.length === 1 && only !== undefined ? only.name : counted(deletions.length, kind)
}

/** For how long a deletion can be undone, in milliseconds. */
export const UNDO_TIME = 10_000

/** For how long the outcome is shown, in milliseconds. */
export const OUTCOME_TIME = 5000

/**
 * The number of requests at a time when all deletions are sent: the last must arrive before the access token expires,
 * and browsers open at most six connections to a host with HTTP/1.1, which the page needs, too.
 */
const CONCURRENCY = 4

export const makeDeletionQueue = (): DeletionQueue => {
  let shown: ReadonlyArray<Batch> = []
  let nextId = 0
  /** The ids that are hidden in lists. Those that were deleted are hidden until the lists are read again. */
  const deleted = new Set<string>()
  const begun = new WeakSet<Deletion>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  const set = (next: ReadonlyArray<Batch>) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const find = (id: number) => shown.find((batch) => batch.id === id)
  const change = (id: number, changes: Partial<Batch>) =>
    set(shown.map((batch) => (batch.id === id ? { ...batch, ...changes } : batch)))
  const stopTimer = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  const remove = (id: number) => {
    stopTimer(id)
    set(shown.filter((batch) => batch.id !== id))
  }
  const startTimer = (id: number, time: number, ended: (id: number) => void) => {
    stopTimer(id)
    timers.set(
      id,
      setTimeout(() => ended(id), time)
    )
  }

  /** Reads the lists again after the last request of a batch. */
  const readAgain = async ({ deletions, readLists }: Batch, failures: ReadonlyArray<Failure>) => {
    await readLists()
    // What has failed may be tried again meanwhile.
    const failed = new Set(failures.map((failure) => failure.deletion.id))
    for (const one of deletions) if (!failed.has(one.id)) deleted.delete(one.id)
    set([...shown])
  }

  const sendOne = async (id: number, deletion: Deletion) => {
    if (begun.has(deletion)) return
    begun.add(deletion)
    const problem = await deletion.send()
    const batch = find(id)
    if (batch === undefined) return
    if (problem !== null) deleted.delete(deletion.id)
    const failures = problem === null ? batch.failures : [...batch.failures, { deletion, problem }]
    const finished = batch.finished + 1
    const isDone = finished === batch.deletions.length
    change(id, { failures, finished, ...(isDone && { phase: "done" }) })
    if (!isDone) return
    if (failures.length === 0) startTimer(id, OUTCOME_TIME, remove)
    void readAgain(batch, failures)
  }
  /** Begins a batch. Returns false if that was done before. */
  const begin = (id: number): boolean => {
    const batch = find(id)
    if (batch === undefined || batch.phase === "sending" || batch.phase === "done") return false
    stopTimer(id)
    change(id, { phase: "sending" })
    return true
  }
  /** Sends what is left of the batches, one after the other. */
  const sendRest = async (ids: ReadonlyArray<number>) => {
    for (const id of ids) for (const deletion of find(id)?.deletions ?? []) await sendOne(id, deletion)
  }
  // One after the other, so that a large batch leaves connections to the other requests of the page.
  const sendNow = async (id: number) => {
    if (begin(id)) await sendRest([id])
  }

  const startUndoTime = (id: number, { ensureToken }: NewBatch) => {
    ensureToken()
    startTimer(id, UNDO_TIME, (ended) => void sendNow(ended))
  }

  const add = (batch: NewBatch) => {
    const id = nextId++
    for (const deletion of batch.deletions) deleted.add(deletion.id)
    set([...shown, { ...batch, id, phase: "undoable", finished: 0, failures: [] }])
    startUndoTime(id, batch)
    return id
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    batches: () => shown,
    isDeleted: (id) => deleted.has(id),
    pendingUsers: (project) => {
      let pending = 0
      for (const batch of shown) {
        if (batch.kind !== "user" || batch.project !== project) continue
        if (batch.phase === "undoable" || batch.phase === "paused") pending += batch.deletions.length
        else if (batch.deletions.some(({ id }) => deleted.has(id))) return null
      }
      return pending
    },
    add,
    undo: (id) => {
      const batch = find(id)
      if (batch === undefined || batch.phase === "sending" || batch.phase === "done") return
      for (const deletion of batch.deletions) deleted.delete(deletion.id)
      remove(id)
    },
    sendNow: (id) => void sendNow(id),
    pause: (id) => {
      if (find(id)?.phase !== "undoable") return
      stopTimer(id)
      change(id, { phase: "paused" })
    },
    resume: (id) => {
      const batch = find(id)
      if (batch?.phase !== "paused") return
      change(id, { phase: "undoable" })
      startUndoTime(id, batch)
    },
    retry: (id) => {
      const batch = find(id)
      if (batch === undefined || batch.phase !== "done") return
      remove(id)
      const again = batch.failures.map(({ deletion }) => ({ ...deletion }))
      void sendNow(add({ ...batch, deletions: again }))
    },
    dismiss: remove,
    sendAll: () => {
      const unfinished = shown.filter(({ phase }) => phase !== "done")
      const ids = unfinished.map(({ id }) => id)
      // A batch that is being sent already has one request at a time.
      const sending = unfinished.filter(({ phase }) => phase === "sending")
      for (const id of ids) begin(id)
      const senders = Math.max(1, CONCURRENCY - sending.length)
      for (let sender = 0; sender < senders; sender++) void sendRest(ids)
      return new Promise((resolve) => {
        const check = () => {
          const batches = shown.filter(({ id }) => ids.includes(id))
          if (batches.some(({ phase }) => phase !== "done")) return
          listeners.delete(check)
          resolve(batches.every(({ failures }) => failures.length === 0))
        }
        listeners.add(check)
        check()
      })
    },
    leave: () => {
      for (const { deletions, id, phase } of shown) {
        if (phase === "done") continue
        begin(id)
        for (const deletion of deletions) void sendOne(id, deletion)
      }
    },
    unfinished: () => shown.reduce((sum, { finished, deletions }) => sum + deletions.length - finished, 0)
  }
}
