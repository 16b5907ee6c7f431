/** The addresses of the tests. Set the ports in the environment if others use them. */
const port = (variable: string, otherwise: number) => process.env[variable] ?? String(otherwise)

export const application = `http://127.0.0.1:${port("APPLICATION_PORT", 5173)}`
export const service = `http://127.0.0.1:${port("SERVICE_PORT", 8102)}`

/** Cookies and storage of a signed-in user. Not for a repository: it contains tokens. */
export const sessionFile = "test-results/session.json"
