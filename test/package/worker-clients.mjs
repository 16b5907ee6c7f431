// Runs clients.mjs in a Worker, whose requests have the options as JSON.

import { checkClients } from "./clients.mjs"

export default {
  fetch: async (request) => {
    try {
      await checkClients(await request.json())
      return new Response("works")
    } catch (failure) {
      return new Response(failure instanceof Error ? failure.stack : String(failure), { status: 500 })
    }
  }
}
