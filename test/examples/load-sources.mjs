// @ts-check
// `node --import …/load-sources.mjs PROGRAM` resolves `keystile/…` to the sources of this checkout.

import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { sourceAliases } from "../../scripts/build/entries.mjs"

const aliases = sourceAliases()

registerHooks({
  resolve: (specifier, context, next) => {
    const alias = aliases.find(({ find }) => find.test(specifier))
    return next(alias === undefined ? specifier : pathToFileURL(alias.replacement).href, context)
  }
})
