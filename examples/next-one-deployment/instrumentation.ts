/** Starts the service before Next accepts requests. If it cannot start, Next does not either. */
export const register = async () => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { signInService } = await import("@/service")
  await signInService().start()
}
