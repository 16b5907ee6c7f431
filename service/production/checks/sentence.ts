/** Returns a problem as a sentence of its own, with a capital letter. */
export const sentence = (problem: string): string => `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`
