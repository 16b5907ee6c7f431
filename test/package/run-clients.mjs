// Runs clients.mjs as a program. The arguments are the service's URL, the project's id, its publishable client key and
// its secret server key.

import process from "node:process"
import { checkClients } from "./clients.mjs"

const [baseUrl, projectId, publishableClientKey, secretServerKey] = process.argv.slice(2)
await checkClients({ baseUrl, projectId, publishableClientKey, secretServerKey })
process.stdout.write("works\n")
