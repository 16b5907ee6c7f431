/** Which members of the lists the tests of a run used, and which errors came back through which calls. */
import type { Member } from "./members.ts"
import type { Note } from "./note.ts"

export type Mark = "used" | "missing" | "none"

export interface Row {
  readonly member: Member
  readonly effect: Mark
  readonly promise: Mark
}

/** What a server's app has from a client's counts for the client's, and so on; a member of a team is a user. */
const families: ReadonlyArray<ReadonlyArray<string>> = [
  ["ClientApp", "ServerApp", "AdminApp"],
  ["ServerApp", "AdminApp"],
  ["ServerUser", "ServerTeamUser"]
]

const names = (member: string): ReadonlyArray<string> => {
  const [kind = "", ...rest] = member.split(".")
  const family = families.find(([base]) => base === kind) ?? [kind]
  return family.map((one) => [one, ...rest].join("."))
}

/** Holds what was used against the list. */
export const memberRows = (members: ReadonlyArray<Member>, notes: ReadonlyArray<Note>): ReadonlyArray<Row> => {
  const nameOf = (form: "effect" | "promise", member: string) => form === "effect" ? canonical(member) : member
  const used = new Set(
    notes.flatMap((note) => note.kind === "used" ? [`${note.form} ${note.how} ${nameOf(note.form, note.member)}`] : [])
  )
  const markOf = (form: "effect" | "promise", { leaves }: Member, name: string | null): Mark =>
    name === null
      ? "none"
      : names(nameOf(form, name)).some((one) => used.has(`${form} ${leaves ? "began" : "succeeded"} ${one}`))
      ? "used"
      : "missing"
  return members.map((member) => ({
    member,
    effect: markOf("effect", member, member.effect),
    promise: markOf("promise", member, member.promise)
  }))
}

/** What is wrong with the table, one sentence each. */
export const memberGaps = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  rows.flatMap(({ effect, member, promise }) => [
    ...(effect === "missing" ? [`${member.original}: no test succeeded with ${member.effect} in Effect`] : []),
    ...(promise === "missing" ? [`${member.original}: no test succeeded with ${member.promise} as a promise`] : []),
    ...((effect === "none" || promise === "none") && member.because === undefined
      ? [`${member.original} has no counterpart, and it is not said why`]
      : [])
  ])

/** A declared error that no service answers to a call, and why. A test decodes it from the wire's form all the same. */
export interface Unraised {
  /** As `canonical` names them. */
  readonly members: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  readonly because: string
}

export interface ErrorRow {
  readonly member: string
  readonly endpoint: string
  readonly code: string
  /** Provoked through the call; decoded only, and it is said why; neither. */
  readonly mark: "provoked" | "decoded" | "missing"
  readonly because?: string
}

/** Where two names stand for one call: what it is about differs, not how it is made. */
export const canonical = (member: string): string => {
  const [tier, path = ""] = member.split(" ")
  if (tier !== "server") return member
  const administration = /^teams\.(update|remove|addUser|removeUser|listUsers|inviteUser|listInvitations|revokeInvitation)(?=\.|$)/
  if (administration.test(path)) return `server allTeams.${path.slice("teams.".length)}`
  if (/^(teams|permissions|contactChannels|connectedAccounts)\./.test(path)) return `server ofUser.${path}`
  const own = /^(users|allTeams|ofUser|apiKeys|emailTemplates|permissionDefinitions)\.|Project$|^getProduction|^getUser$|^updateUser$|^createSvix|^getMetrics|^sendTest/
  return own.test(path) && !/^createProject$/.test(path) ? member : `client ${path}`
}

/** Each error that the calls of a member declare, and whether a service raised it through that member. */
export const errorRows = (notes: ReadonlyArray<Note>, unraised: ReadonlyArray<Unraised>): ReadonlyArray<ErrorRow> => {
  const met = notes.filter((note) => note.kind === "met").map((note) => ({ ...note, member: canonical(note.member) }))
  const keyOf = ({ endpoint, member }: { readonly endpoint: string; readonly member: string }) => `${member} ${endpoint}`
  const seen = new Set(met.map((note) => `${keyOf(note)} ${note.code} ${note.by}`))
  const pairs = new Map(met.flatMap((note) =>
    note.declares.map((code) => [`${keyOf(note)} ${code}`, { member: note.member, endpoint: note.endpoint, code }])
  ))
  return [...pairs].map(([pair, row]): ErrorRow => {
    if (seen.has(`${pair} service`)) return { ...row, mark: "provoked" }
    const why = unraised.find(({ codes, members }) => codes.includes(row.code) && members.includes(row.member))
    return why !== undefined && seen.has(`${pair} script`)
      ? { ...row, mark: "decoded", because: why.because }
      : { ...row, mark: "missing" }
  })
}

/** What is wrong with that table, one sentence each. */
export const errorGaps = (rows: ReadonlyArray<ErrorRow>, unraised: ReadonlyArray<Unraised>): ReadonlyArray<string> => [
  ...rows.filter(({ mark }) => mark === "missing").map(({ code, endpoint, member }) =>
    `${member} never failed with ${code} of ${endpoint}`
  ),
  ...unraised.flatMap(({ codes, members }) => members.flatMap((member) => codes.map((code) => ({ code, member })))).flatMap(
    ({ code, member }) => {
      const own = rows.filter((row) => row.code === code && row.member === member)
      if (own.length === 0) return [`${member} declares no ${code}, which is listed as one that no service raises`]
      return own.every(({ mark }) => mark === "provoked")
        ? [`a service did raise ${code} through ${member}, and it is listed as one that none raises`]
        : []
    }
  )
]
