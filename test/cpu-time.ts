// How much work something is, however busy the machine is: the time this thread had a processor. A limit on it catches
// what grows with the square of a text, and does not fail because other programs ran at the same moment.

export type Effort = NodeJS.CpuUsage

export const startOfWork = (): Effort => process.threadCpuUsage()

/** In milliseconds. */
export const workSince = (start: Effort): number => {
  const { system, user } = process.threadCpuUsage(start)
  return (system + user) / 1000
}
