/** Checks whether the service supports the version of a client. Versions are compared as on semver.org. */

/** The version of the protocol that this service implements. */
export const WIRE_VERSION = "2.7.20"

interface VersionCheck {
  readonly upToDate: boolean
  /** The message for developers. */
  readonly error?: string
  /** True if the client cannot work with this service at all. */
  readonly severe?: boolean
}

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-[\da-z.-]{1,100})?(?:\+[\da-z.-]{1,100})?$/i

const parse = (version: string) => {
  const [, major, minor, patch] = VERSION.exec(version) ?? []
  return major === undefined ? null : { line: `${Number(major)}.${Number(minor)}`, patch: Number(patch) }
}

export const compareVersion = (version: string): VersionCheck => {
  if (version === WIRE_VERSION) return { upToDate: true }
  const given = parse(version)
  const own = parse(WIRE_VERSION)
  const shown = version.slice(0, 100)
  if (given === null || own === null) return { upToDate: false, severe: true, error: `"${shown}" is no version.` }
  const wrong = `This service speaks version ${WIRE_VERSION} of the wire, and the client ${shown}.`
  if (given.line !== own.line)
    return { upToDate: false, severe: true, error: `${wrong} They may not understand each other.` }
  return { upToDate: false, severe: false, error: given.patch < own.patch ? `${wrong} Update the client.` : wrong }
}
