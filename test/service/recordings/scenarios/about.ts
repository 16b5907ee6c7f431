/** The root, the health check, feature support, and errors of authentication headers. */
import { at } from "../scenario.ts"

export const about = [
  at(1, "GET / anonymous 200"),
  at(2, "GET / client 200"),
  at(3, "GET / server 200"),
  at(4, "GET / admin 200"),
  at(5, "GET / anonymous 400 SCHEMA_ERROR"),
  at(6, "GET / client 400 ACCESS_TYPE_WITHOUT_PROJECT_ID"),
  at(7, "GET / client 401 INVALID_PUBLISHABLE_CLIENT_KEY"),
  at(8, "GET / server 401 SERVER_AUTHENTICATION_REQUIRED"),
  at(79, "POST /check-feature-support client 200"),
  at(80, "POST /check-feature-support anonymous 200"),
  at(110, "GET /health anonymous 404"),
  at(253, "GET /health anonymous 200")
]
