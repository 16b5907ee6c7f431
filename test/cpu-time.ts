// Measures the CPU time of this thread. A limit on it catches quadratic work and does not fail on a busy machine.

export type CpuTime = NodeJS.CpuUsage

export const startCpuTimer = (): CpuTime => process.threadCpuUsage()

/** Returns milliseconds. */
export const cpuTimeSince = (start: CpuTime): number => {
  const { system, user } = process.threadCpuUsage(start)
  return (system + user) / 1000
}
