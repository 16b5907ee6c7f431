/** Shows the deletions that can be undone on every page of the console, and sends them when the page is left. */
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore
} from "react"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { type Batch, type DeletionQueue, makeDeletionQueue } from "./deletion-queue.ts"

/** Loaded on demand, with the first deletion. */
const DeletionNotices = lazy(() => import("./deletion-notices.tsx"))

const QueueContext = createContext<DeletionQueue | null>(null)

/** Returns the queue of the console. */
export const useDeletionQueue = (): DeletionQueue => {
  const queue = useContext(QueueContext)
  if (queue === null) throw new Error("The pages of a console need <Deletions> around them.")
  return queue
}

/** Returns whether something is deleted or will be, so that lists do not show it. Renders again after changes. */
export const useIsDeleted = (): ((id: string) => boolean) => {
  const { batches, isDeleted, subscribe } = useDeletionQueue()
  useSyncExternalStore(subscribe, batches)
  return isDeleted
}

/** Browsers send at most about ten requests after a page is left. */
const MOST_AFTER_LEAVING = 8

interface Props {
  readonly children: ReactNode
  /** Called after unmount, when all requests have a response, with the deletions that are still shown. */
  readonly onEnd?: ((batches: ReadonlyArray<Batch>) => void) | undefined
}

export const Deletions = ({ children, onEnd }: Props) => {
  const [queue] = useState(makeDeletionQueue)
  const isEmpty = useSyncExternalStore(queue.subscribe, () => queue.batches().length === 0)
  const [isUsed, setUsed] = useState(false)
  if (!isEmpty && !isUsed) setUsed(true)
  const reportEnd = useEffectEvent((batches: ReadonlyArray<Batch>) => onEnd?.(batches))
  useEffect(() => {
    const { batches, leave, sendAll, unfinished } = queue
    // A new function for each effect: one effect removes its listener after the next has added its own.
    const onLeave = () => leave()
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unfinished() > MOST_AFTER_LEAVING) event.preventDefault()
    }
    addEventListener("beforeunload", onBeforeUnload)
    addEventListener("pagehide", onLeave)
    document.addEventListener("freeze", onLeave)
    return () => {
      // The listeners are kept until all requests have a response: the page may be closed meanwhile.
      void sendAll().then(() => {
        removeEventListener("beforeunload", onBeforeUnload)
        removeEventListener("pagehide", onLeave)
        document.removeEventListener("freeze", onLeave)
        reportEnd(batches())
      })
    }
  }, [queue])
  return (
    <QueueContext value={queue}>
      {children}
      {isUsed && (
        <ErrorBoundary name="The list of deletions">
          <Suspense>
            <DeletionNotices queue={queue} />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueueContext>
  )
}
