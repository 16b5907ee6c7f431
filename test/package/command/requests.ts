/** HTTP requests to the packed service. */
import { Schema } from "effect"
import assert from "node:assert/strict"
import type { Service } from "./command.ts"

/** Sends JSON in the client tier. Returns the JSON of a successful response. */
export const post = async (
  { project, url }: Service,
  path: string,
  json: unknown,
  accessToken?: string
): Promise<unknown> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": project.id,
      "x-stack-publishable-client-key": project.publishableClientKey,
      ...(accessToken !== undefined && { "x-stack-access-token": accessToken })
    },
    body: JSON.stringify(json)
  })
  const text = await response.text()
  assert.equal(response.status, 200, `POST ${path}: ${text}`)
  return JSON.parse(text)
}

const Mail = Schema.Struct({
  mail: Schema.Struct({ subject: Schema.String, codes: Schema.NonEmptyArray(Schema.String) })
})
const readMail = Schema.decodeUnknownSync(Mail)

/** Returns the code of the next mail of this type. */
export const codeFromMailbox = async ({ url }: Service, to: string, type: string): Promise<string> => {
  const response = await fetch(`${url}/_keystile/mailbox/next`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify({ to, type })
  })
  const text = await response.text()
  assert.equal(response.status, 200, `the mailbox: ${text}`)
  return readMail(JSON.parse(text)).mail.codes[0]
}
