/** The limits of the difficulty of a proof of work: the most hashes that a browser computes for one proof. */
export const MIN_PROOF_DIFFICULTY = 1000
export const MAX_PROOF_DIFFICULTY = 10_000_000
