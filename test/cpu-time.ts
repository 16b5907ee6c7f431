// How much work something is, however busy the machine is: the time this thread had a processor. A limit on it catches
// what grows with the square of a text, and does not fail because other programs ran at the same moment.

export type CpuTime = NodeJS.CpuUsage

export const startCpuTimer = (): CpuTime => process.threadCpuUsage()

/** In milliseconds. */
export const cpuTimeSince = (start: CpuTime): number => {
  const { system, user } = process.threadCpuUsage(start)
  return (system + user) / 1000
}
