// @ts-check
// Measures the requests of the console's pages of users and teams, one read after the other. Other requests are sent
// meanwhile: the longest of them shows how long a read blocks the event loop.

import { project } from "../service/filled.mjs"
import { percentiles, visitor } from "./runs.mjs"

/** The interval of the other requests, in milliseconds. */
const INTERVAL = 5

const headers = {
  "x-stack-project-id": project.id,
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": project.secretServerKey
}

const orders = {
  "newest first": "/users?limit=50&order_by=signed_up_at&desc=true",
  "oldest first": "/users?limit=50&order_by=signed_up_at",
  "last active first": "/users?limit=50&order_by=last_active_at&desc=true"
}
const newest = orders["newest first"]

const teams = "/teams?limit=50&desc=true"
const guildId = "00048271-0000-4000-9000-000000000001"

/** @param {string} text @param {string} [order] */
const search = (text, order = newest) => [`${order}&query=${encodeURIComponent(text)}`]

/**
 * Returns the requests of each read. Those of one page are sent at once.
 *
 * @param {number} users
 * @returns {Record<string, (run: number) => ReadonlyArray<string>>}
 */
const readsOf = (users) => {
  const one = visitor(users)
  /** A time at which users of the middle were active, in epoch milliseconds. */
  const middle = Date.UTC(2025, 0, 1) + (users / 2) * 1000
  return {
    "first page, newest first": () => [newest],
    "first page, last active first": () => [orders["last active first"]],
    "a page in the middle": (run) => [`${newest}&cursor=${one(run).userId}`],
    "search by id": (run) => search(one(run).userId),
    "search by address": (run) => search(one(run).email),
    "search that finds a hundred users": (run) => search(`son ${1000 + run}`),
    "search that finds a thousand users": (run) => search(`son ${100 + run}`),
    ...Object.fromEntries(
      Object.entries(orders).map(([name, order]) => [
        `search that finds all users, ${name}`,
        () => search("example.com", order)
      ])
    ),
    "search that finds no user": (run) => search(`nobody${run}`),
    "search by two letters of all users": () => search("rs"),
    "search by two letters of no user": () => search("zq"),
    "filter that selects every tenth user": () => [`${newest}&sign_in_method=oauth`],
    "filter that selects a method of few users": () => [`${newest}&sign_in_method=passkey`],
    "filters that select few users": () => [
      `${newest}&sign_in_method=passkey&primary_email_verified=true&active_since_millis=0`
    ],
    "filters by a day, in the order of sign-ups": () => [
      `${newest}&primary_email_verified=false&active_since_millis=${middle}&active_until_millis=${middle + 3_600_000}`
    ],
    "filters that select no user": () => [`${newest}&sign_in_method=oauth&primary_email_verified=false`],
    "search that finds all users, with a filter": () => [
      ...search("example.com", `${newest}&sign_in_method=passkey&primary_email_verified=true`)
    ],
    "search that finds all users, with filters that select none": () => [
      ...search("example.com", `${newest}&sign_in_method=oauth&primary_email_verified=false`)
    ],
    "first page of teams": () => [teams],
    "search by the id of a team": () => [`${teams}&query=${guildId}`],
    "search that finds a hundred teams": (run) => [`${teams}&query=${encodeURIComponent(`guild ${100 + run}`)}`],
    "search that finds all teams": () => [`${teams}&query=guild`],
    "search by two letters of all teams": () => [`${teams}&query=ld`],
    "search that finds no team": (run) => [`${teams}&query=nothing${run}`],
    "page of a user": (run) => {
      const { userId } = one(run)
      return [
        `/users/${userId}`,
        `/contact-channels?user_id=${userId}`,
        `/passkeys/${userId}`,
        `/teams?user_id=${userId}`
      ]
    }
  }
}

/** @param {string} url @param {string} path */
const request = async (url, path) => {
  const start = performance.now()
  const response = await fetch(`${url}${path}`, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - start
}

/**
 * Sends other requests until it is stopped, and returns the longest time of one.
 *
 * @param {string} url
 */
const watch = (url) => {
  const stop = new AbortController()
  const sending = (async () => {
    let longest = 0
    while (!stop.signal.aborted) {
      longest = Math.max(longest, await request(url, "/health"))
      await new Promise((resolve) => setTimeout(resolve, INTERVAL))
    }
    return longest
  })()
  return () => {
    stop.abort()
    return sending
  }
}

/**
 * Measures each read so many times at a running service.
 *
 * @param {{ url: string, users: number, runs: number }} options
 */
export const measureRequests = async ({ runs, url, users }) => {
  const rows = []
  for (const [name, requestsOf] of Object.entries(readsOf(users))) {
    /** @type {Array<number>} */
    const times = []
    const stop = watch(url)
    for (let run = 0; run < runs; run++) {
      const start = performance.now()
      await Promise.all(requestsOf(run).map((path) => request(url, `/api/v1${path}`)))
      times.push(performance.now() - start)
    }
    const other = await stop()
    const row = { name, ...percentiles(times), other }
    process.stderr.write(`${name}: ${row.p95.toFixed(1)} ms\n`)
    rows.push(row)
  }
  return rows
}
