/** A part's own class, and the caller's beside it. */
export const className = (part: string, given: string | undefined): string => (given ? `${part} ${given}` : part)
