// Prints the sizes.

import { count, table } from "../table.mjs"

/**
 * @param {ReadonlyArray<Awaited<ReturnType<typeof import("./weigh.mjs").weigh>>>} results
 * @param {ReadonlyArray<{ bundler: string, files: number, gzip: number, name: string }>} others
 * @param {Awaited<ReturnType<typeof import("./console.mjs").weighConsoles>>} consoles
 * @param {boolean} useDist
 */
export function print(results, others, consoles, useDist) {
  const kB = (bytes) => (bytes / 1000).toFixed(1)
  const from = useDist ? "dist/" : "the sources"
  process.stdout.write(`Bundled from ${from} by Vite; kB of 1000 bytes; gzip -9, brotli 11\n\n`)
  process.stdout.write(
    table(
      ["program", "", "minified", "gzip", "brotli", "budget", "", "on demand"],
      results.map(({ brotli, budget, failures, gzip, lazy, minified, name, what }) => [
        name,
        what,
        kB(minified),
        kB(gzip),
        kB(brotli),
        budget === undefined ? "" : kB(budget),
        failures.length > 0 ? "OVER" : budget === undefined ? "" : "ok",
        lazy === 0 ? "" : kB(lazy)
      ]),
      [2, 3, 4, 5, 7]
    )
  )
  for (const { english, name, whole, wholeBudget } of results) {
    if (wholeBudget === undefined) continue
    const result = whole > wholeBudget ? "OVER" : "ok"
    process.stdout.write(`\nAll files of ${name} with English: ${kB(english)} kB gzip; `)
    process.stdout.write(`with the largest other language, too: ${kB(whole)} of ${kB(wholeBudget)}  ${result}\n`)
  }
  for (const { budget, failures, size, title } of consoles) {
    const result = failures.length > 0 ? "OVER" : "ok"
    process.stdout.write(`\n${title}: ${kB(size)} kB gzip of ${kB(budget)}  ${result}\n`)
    for (const failure of failures) process.stdout.write(`\n${failure}`)
  }
  if (others.length > 0) {
    process.stdout.write("\nBy other bundlers: the JavaScript that loads with the page\n\n")
    const rows = others.map(({ bundler, files, gzip, name }) => [name, bundler, kB(gzip), String(files)])
    process.stdout.write(table(["program", "bundler", "gzip", "files"], rows, [2, 3]))
  }
  for (const { failures, name, parts } of results) {
    for (const failure of failures) process.stdout.write(`\n${name}: ${failure}`)
    if (parts.length > 0) {
      process.stdout.write(`\n\nThe ${count(parts.length, "heaviest module")} of ${name}, in bytes minified\n\n`)
      process.stdout.write(
        table(
          ["module", "bytes"],
          parts.map(({ length, module }) => [module, String(length)]),
          [1]
        )
      )
    }
  }
  for (const { list, name } of results) {
    if (list.length === 0) continue
    process.stdout.write(`\n\nThe ${count(list.length, "file")} of ${name}, by gzip\n\n`)
    const rows = list.sort((a, b) => b.gzip - a.gzip).map(({ gzip, modules, when }) => [when, kB(gzip), modules])
    process.stdout.write(table(["loads", "kB", "modules"], rows, [1]))
  }
  process.stdout.write("\n")
}
