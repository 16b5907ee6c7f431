// @ts-check
// A state of the gallery in the color scheme of the site: a picture, and a frame after the reader runs it.

import { useData } from "vitepress"
import { computed, defineComponent, h, ref } from "vue"

export const LiveExample = defineComponent({
  name: "LiveExample",
  props: {
    title: { type: String, required: true },
    /** The page of the gallery, without a color scheme. */
    url: { type: String, required: true },
    /** The pictures of the example, by color scheme. */
    light: { type: String, required: true },
    dark: { type: String, required: true },
    width: { type: String, required: true },
    height: { type: String, required: true }
  },
  setup(props) {
    const { isDark } = useData()
    const isRunning = ref(false)
    const source = computed(() => `${props.url}&scheme=${isDark.value ? "dark" : "light"}`)
    /** @param {"light" | "dark"} scheme */
    const picture = (scheme) =>
      h("img", {
        alt: `Screenshot of ${props.title}`,
        class: `picture-${scheme}`,
        decoding: "async",
        height: props.height,
        loading: "lazy",
        src: props[scheme],
        width: props.width
      })
    const run = () =>
      h(
        "button",
        { "aria-label": `Run this example: ${props.title}`, type: "button", onClick: () => (isRunning.value = true) },
        "Run this example"
      )
    return () =>
      isRunning.value
        ? h("div", { class: "live-example running" }, [h("iframe", { src: source.value, title: props.title })])
        : h("div", { class: "live-example" }, [picture("light"), picture("dark"), run()])
  }
})
