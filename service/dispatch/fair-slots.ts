/**
 * Shares the slots of concurrent attempts among lanes, fairly by project.
 *
 * A free slot is granted to the project with the fewest running attempts, and among those to the one that has waited
 * for the longest time. The same rule chooses among the lanes of a project.
 *
 * Some slots are reserved for first attempts, so that slow peers do not take all of them. Half of these are only for
 * the first attempt of a project. The others are also for that of a lane, so that the slow peers of a project do not
 * delay its other ones.
 */

export interface Lane {
  readonly lane: string
  readonly projectId: string
}

export interface SlotLimits {
  /** The most concurrent attempts in this process. */
  readonly limit: number
  /**
   * Of these, the slots that only projects without a running attempt may take. Lanes without one may take half of
   * them, rounded down.
   */
  readonly reserved: number
  /** The most concurrent attempts of a lane in this process. */
  readonly laneLimit: number
}

interface FairSlots {
  /** Records the lanes that have due rows. The time for which a lane has waited is counted from the first such call. */
  readonly setDue: (lanes: ReadonlyArray<Lane>) => void
  /** Returns the number of attempts that each of the lanes may start now. Lanes that may start none are left out. */
  readonly grant: <L extends Lane>(lanes: ReadonlyArray<L>) => ReadonlyMap<L, number>
  /** Records the start of an attempt. */
  readonly start: (lane: Lane) => void
  /** Records the end of an attempt. */
  readonly end: (lane: Lane) => void
  /** The number of running attempts. */
  readonly size: () => number
}

/** The running attempts: of a process, by project and by lane. */
interface RunningAttempts {
  total: number
  readonly projects: Map<string, number>
  readonly lanes: Map<string, number>
}

const add = (counts: Map<string, number>, key: string, by: 1 | -1) => {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

const count = (running: RunningAttempts, { lane, projectId }: Lane, by: 1 | -1) => {
  running.total += by
  add(running.projects, projectId, by)
  add(running.lanes, lane, by)
}

/**
 * Orders keys by the time since when they wait: since they became due, or since an attempt of theirs started or ended.
 */
const makeWaiting = () => {
  let turn = 0
  const since = new Map<string, number>()
  return {
    setDue: (keys: ReadonlySet<string>) => {
      for (const key of since.keys()) if (!keys.has(key)) since.delete(key)
      for (const key of keys) if (!since.has(key)) since.set(key, turn++)
    },
    serve: (key: string) => void since.set(key, turn++),
    since: (key: string) => since.get(key) ?? turn
  }
}

export const makeFairSlots = ({ laneLimit, limit, reserved }: SlotLimits): FairSlots => {
  const current: RunningAttempts = { total: 0, projects: new Map(), lanes: new Map() }
  const projects = makeWaiting()
  const lanes = makeWaiting()

  /** Returns the lane that gets the next free slot. */
  const next = <L extends Lane>(due: ReadonlyArray<L>, running: RunningAttempts): L | null => {
    if (running.total >= limit) return null
    // The attempts besides the first one of each project.
    const further = running.total - running.projects.size
    const mayGoOn = further < limit - reserved
    const mayBegin = further < limit - Math.ceil(reserved / 2)
    const rank = ({ lane, projectId }: Lane) => [
      running.projects.get(projectId) ?? 0,
      projects.since(projectId),
      running.lanes.get(lane) ?? 0,
      lanes.since(lane)
    ]
    let first: { readonly lane: L; readonly rank: ReadonlyArray<number> } | null = null
    for (const lane of due) {
      if ((running.lanes.get(lane.lane) ?? 0) >= laneLimit) continue
      const isFree = running.lanes.has(lane.lane) ? mayGoOn : mayBegin
      if (!isFree && running.projects.has(lane.projectId)) continue
      const ranked = { lane, rank: rank(lane) }
      if (first === null || isBefore(ranked.rank, first.rank)) first = ranked
    }
    return first?.lane ?? null
  }

  const change = (lane: Lane, by: 1 | -1) => {
    projects.serve(lane.projectId)
    lanes.serve(lane.lane)
    count(current, lane, by)
  }

  return {
    setDue: (due) => {
      projects.setDue(new Set(due.map(({ projectId }) => projectId)))
      lanes.setDue(new Set(due.map(({ lane }) => lane)))
    },
    grant: (due) => {
      const running = { ...current, projects: new Map(current.projects), lanes: new Map(current.lanes) }
      const granted = new Map<(typeof due)[number], number>()
      for (let lane = next(due, running); lane !== null; lane = next(due, running)) {
        granted.set(lane, (granted.get(lane) ?? 0) + 1)
        count(running, lane, 1)
      }
      return granted
    },
    start: (lane) => change(lane, 1),
    end: (lane) => change(lane, -1),
    size: () => current.total
  }
}

/** Compares two ranks of the same length. */
const isBefore = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean => {
  const index = a.findIndex((value, at) => value !== b[at])
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0)
}
