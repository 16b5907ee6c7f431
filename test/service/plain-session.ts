/** A session by a sign-in, without limits of its lifetime and without a known device. */
export const plainSession = {
  endsAt: null,
  idleMillis: null,
  isImpersonation: false,
  impersonator: null,
  isCommandLine: false,
  device: { ipAddress: null, userAgent: null }
}
