/** The search for teams: its index follows every change, and finds the same teams as a comparison of all names. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as TeamStore from "../../../service/resources/teams/team-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { fillSearchIndex } from "../../../service/sql/search/fill-search-index.ts"
import { teamIndex } from "../../../service/sql/search/search-indexes.ts"
import { service, asServer } from "../fixture.ts"
import { del, get, patch, post } from "../requests.ts"
import { pluck, readId } from "../responses.ts"

const search = (text: string) =>
  Effect.flatMap(get(`/teams?limit=50&query=${encodeURIComponent(text)}`, asServer), ({ json }) => pluck(json, "id"))

describe("the index of the search for teams", () => {
  it.effect("follows names", () =>
    Effect.gen(function* () {
      const id = yield* Effect.flatMap(post("/teams", asServer, { display_name: "Apple Pickers" }), ({ json }) =>
        readId(json)
      )
      const assertFound = Effect.fnUntraced(function* (found: ReadonlyArray<string>, not: ReadonlyArray<string>) {
        for (const text of found) assert.deepStrictEqual(yield* search(text), [id], text)
        for (const text of not) assert.deepStrictEqual(yield* search(text), [], text)
      })
      yield* assertFound(["apple", "PICK", "e p", "rs", "s", id], ["pear", "applepickers", "s\u001f"])
      yield* patch(`/teams/${id}`, asServer, { display_name: "Pear\u001fPickers" })
      yield* assertFound(["pear", "r\u001fp"], ["apple", "s\u001f"])
      yield* del(`/teams/${id}`, asServer)
      yield* assertFound([], ["pear", "pickers", id])
    }).pipe(Effect.provide(service()))
  )
})

const PROJECT = "project"
const TEAMS = 12_000
const stores = TeamStore.layer.pipe(Layer.provideMerge(Database.layer(Database.MEMORY)))

interface Team {
  readonly id: string
  readonly name: string
  readonly at: number
}

/** Teams of which some texts find all, the last ones, few, or none. Ids are not in the order of creation. */
const teams: ReadonlyArray<Team> = Array.from({ length: TEAMS }, (_, index) => ({
  id: `team-${String((index * 7919) % TEAMS).padStart(6, "0")}`,
  name: `${index % 5000 === 4999 ? "Needle" : "Group"} ${index >= TEAMS - 20 ? "recent" : "old"} ${index} 100%_\\'"é🙂`,
  at: index - (index % 3)
}))

const insertTeams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const project of [PROJECT, "other"]) {
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES (${project}, 'Test', '', 0, 0)`
  }
  const row = (project: string, { at, id, name }: Team) => ({
    id,
    project_id: project,
    display_name: name,
    client_metadata: "null",
    client_read_only_metadata: "null",
    server_metadata: "null",
    created_at: at
  })
  const rows = [
    ...teams.map((team) => row(PROJECT, team)),
    row("other", { id: "elsewhere", name: "Needle Group", at: 0 })
  ]
  for (let start = 0; start < rows.length; start += 500) {
    const [first, ...others] = rows.slice(start, start + 500)
    if (first !== undefined) yield* sql`INSERT INTO teams ${sql.insert([first, ...others])}`
  }
})

/** Compares pages in both orders with those of a comparison of all names. */
const assertPages = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const store = yield* TeamStore.TeamStore
  for (const newestFirst of [false, true]) {
    const sorted = teams.toSorted((a, b) => (a.at - b.at || (a.id < b.id ? -1 : 1)) * (newestFirst ? -1 : 1))
    for (const text of texts) {
      const hits = sorted.filter(({ id, name }) => id === text || name.toLowerCase().includes(text.toLowerCase()))
      for (const from of [null, sorted[TEAMS / 2] ?? null, sorted.at(-1) ?? null]) {
        const start = from === null ? 0 : sorted.indexOf(from)
        const expected = hits.filter((team) => sorted.indexOf(team) >= start).slice(0, 21)
        const found = yield* store.page(PROJECT, { userId: null, text, from, newestFirst, limit: 21 })
        assert.deepStrictEqual(
          found.teams.map(({ id }) => id),
          expected.map(({ id }) => id),
          `${text} ${newestFirst} ${from?.id}`
        )
      }
    }
  }
})

const texts = ["needle", "group", "RECENT", "nothing", "zq", "up", "t", "%", "_\\'", '"é🙂', "team-000042", "old 4999 "]

describe("a page of a search for teams", () => {
  it.effect(
    "has the teams of a comparison of all names",
    () => Effect.andThen(insertTeams, assertPages(texts)).pipe(Effect.provide(stores)),
    180_000
  )

  it.effect(
    "has the teams of before the index existed, once they were added",
    () =>
      Effect.gen(function* () {
        yield* insertTeams
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM team_search`
        yield* sql`UPDATE team_search_projects SET filled_to = ''`
        yield* sql`UPDATE teams SET display_name = display_name || ' ' WHERE id = 'team-000001'`
        yield* fillSearchIndex(teamIndex)
        yield* fillSearchIndex(teamIndex)
        const [rows] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM team_search`
        assert.strictEqual(Number(rows?.count), TEAMS + 1)
        yield* assertPages(["needle", "old 4998 "])
      }).pipe(Effect.provide(stores)),
    180_000
  )
})
