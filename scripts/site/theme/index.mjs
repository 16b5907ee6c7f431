// @ts-check
// The look of the site: VitePress's default theme without web fonts, in the colors of the screens.

import DefaultTheme from "vitepress/theme-without-fonts"
import { onMounted } from "vue"
import "../../../look/tokens.css"
import { runningEvent } from "../on-demand.mjs"
import { LiveExample } from "./live-example.mjs"
import "./style.css"

/** @type {import("vitepress").Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("LiveExample", LiveExample)
  },
  setup: () => onMounted(() => document.dispatchEvent(new Event(runningEvent)))
}
