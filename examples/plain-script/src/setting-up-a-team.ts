/** Signs up a founder, creates a team by the server tier, and adds a colleague. */
import { createClientApp, createServerApp } from "keystile/promise"

export interface Person {
  readonly email: string
  readonly password: string
}

/** Project, keys and base URL are environment variables. */
export const settingUpATeam = async (founder: Person, colleague: Person, print: (line: string) => void) => {
  const app = createClientApp({ tokenStore: "memory" })
  const server = createServerApp({ tokenStore: null })

  const signedUp = await app.signUpWithCredential({
    ...founder,
    verificationCallbackUrl: "http://localhost:3000/verify"
  })
  if (signedUp.status === "error") {
    print(`${founder.email}: ${signedUp.error.message}`)
    return
  }
  const user = await app.getUser({ or: "throw" })
  await user.update({ displayName: "The founder" })
  print(`${user.primaryEmail} is signed up`)

  const team = await server.createTeam({ displayName: "Fernhill", creatorUserId: user.id })
  const other = await server.createUser({
    primaryEmail: colleague.email,
    primaryEmailAuthEnabled: true,
    password: colleague.password,
    displayName: "The colleague"
  })
  await team.addUser(other.id)
  const members = await team.listUsers()
  print(
    `${team.displayName}: ${members
      .map(({ displayName }) => displayName)
      .sort()
      .join(", ")}`
  )

  // The loop requests one page of users after the other.
  let count = 0
  for await (const _ of server.allUsers({ pageSize: 50 })) count++
  print(`${count} users in all`)

  // Expected failures are returned as a result. Only unexpected ones are thrown.
  const refused = await app.signInWithCredential({ email: colleague.email, password: "not their password" })
  if (refused.status === "error") print(`Refused: ${refused.error.message}`)

  await user.signOut()
  print((await app.getUser()) === null ? "Signed out" : "Still signed in")
}
