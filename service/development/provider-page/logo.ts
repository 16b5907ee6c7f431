import { type LogoPath, providerLogos } from "../../../look/provider-logos.ts"
import type { ProviderId } from "../../../look/providers.ts"
import { html, type PageHtml } from "./html.ts"

/** Returns the provider's logo as an SVG. It is hidden from assistive technology, because the name is beside it. */
export const logo = (id: ProviderId): PageHtml =>
  html`<svg class="ks-logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    ${providerLogos[id].map(pathElement)}
  </svg>`

const pathElement = ({ fill, path }: LogoPath): PageHtml =>
  html`<path d="${path}" ${fill !== undefined && html`fill="${fill}" `}/>`
