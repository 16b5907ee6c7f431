/**
 * Returns the largest part of a capacity that each may take, if what some leave unused is shared by the others (max-min
 * fairness). Returns the capacity if it is not exceeded.
 */
export const fairShare = (wanted: ReadonlyArray<number>, capacity: number): number => {
  let rest = capacity
  for (const [index, value] of wanted.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(rest / (wanted.length - index))
    if (value > share) return share
    rest -= value
  }
  return capacity
}
