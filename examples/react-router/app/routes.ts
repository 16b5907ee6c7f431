import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("routes/home.tsx"),
  route("notes", "routes/notes.tsx"),
  route("handler/*", "routes/handler.tsx"),
  route("api/me", "routes/me.ts")
] satisfies RouteConfig
