/**
 * The teams of the demo, for the users of seed.json: two boards with notices, and an open invitation. Created by the
 * server tier, as an application's own server would.
 */
import type { ServerApp } from "keystile/promise"

/** The users of seed.json. */
export const people = {
  noor: { id: "0d1c6a52-3f0e-4f5e-9b57-2a6c1f7e4d01", email: "noor@larkspur.example", about: "runs Fernhill Choir" },
  tomas: {
    id: "0d1c6a52-3f0e-4f5e-9b57-2a6c1f7e4d02",
    email: "tomas@larkspur.example",
    about: "a member, and runs Stair 4"
  },
  wen: {
    id: "0d1c6a52-3f0e-4f5e-9b57-2a6c1f7e4d03",
    email: "wen@larkspur.example",
    about: "a member, who may not pin"
  },
  pia: { id: "0d1c6a52-3f0e-4f5e-9b57-2a6c1f7e4d04", email: "pia@larkspur.example", about: "in no team yet; invited" }
}

export const password = "verdigris-lantern-42"

const DAY = 86_400_000

const notice = (author: { readonly id: string }, daysAgo: number, title: string, text: string) => ({
  id: `demo-${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`,
  title,
  text,
  authorId: author.id,
  at: Date.now() - daysAgo * DAY
})

const choir = () => [
  notice(
    people.noor,
    0.1,
    "Saturday's rehearsal",
    "10 to 1, in the old library. Bring the second half of the Rheinberger, and something warm: the heating is off " +
      "until Monday."
  ),
  notice(people.noor, 1.2, "Keys", "The side door has a new lock. Wen has three spare keys; sign for yours."),
  notice(
    people.noor,
    3,
    "Concert on the 14th",
    "Call at 6 pm, doors at 7. Black, with one thing in any colour.\nTwo tickets each are at the desk under your name."
  ),
  notice(people.noor, 6, "Thank you!", "214 people came on Friday, and the roof fund is full."),
  notice(people.noor, 9, "Lifts home", "Tomás drives towards the station after each rehearsal and has room for three.")
]

const stair = () => [
  notice(people.tomas, 2, "Water off on Thursday", "From 9 to noon, for the new meters. Fill a kettle.")
]

/** Creates two teams with their boards and an invitation, unless the project has teams. */
export const createTeams = async (server: ServerApp, appUrl: string): Promise<void> => {
  const teams = await server.listTeams()
  if (teams.length > 0) return
  const fernhill = await server.createTeam({
    displayName: "Fernhill Choir",
    creatorUserId: people.noor.id,
    clientMetadata: { notices: choir() }
  })
  await fernhill.addUser(people.tomas.id)
  await fernhill.addUser(people.wen.id)
  await fernhill.inviteUser({
    email: people.pia.email,
    callbackUrl: new URL("/handler/team-invitation", appUrl).href
  })
  const stairFour = await server.createTeam({
    displayName: "Stair 4",
    creatorUserId: people.tomas.id,
    clientMetadata: { notices: stair() }
  })
  await stairFour.addUser(people.noor.id)
}
