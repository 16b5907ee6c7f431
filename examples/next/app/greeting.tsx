"use client"
/** A client component: `useUser` gives the same on the server and in the browser, and asks for nothing. */
import { useUser } from "keystile/react"

export const Greeting = () => {
  const user = useUser()
  return user === null ? "Hello." : `Hello, ${user.displayName ?? user.primaryEmail}.`
}
