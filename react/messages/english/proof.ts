/** Texts about the proof that a project requires at sign-up. */

export const proof = {
  proofWorking: "Checking that you are not a robot"
} as const
