// @ts-check
// A state of the gallery in a frame, in the color scheme of the site.

import { useData } from "vitepress"
import { computed, defineComponent, h, onMounted, ref } from "vue"

export const LiveExample = defineComponent({
  name: "LiveExample",
  props: {
    /** The id of a state of the gallery. */
    state: { type: String, default: "" },
    /** A group of the components page, if no state shows the component. */
    group: { type: String, default: "" },
    title: { type: String, required: true }
  },
  setup(props) {
    const { isDark } = useData()
    // The color scheme is known in the browser only.
    const isMounted = ref(false)
    onMounted(() => (isMounted.value = true))
    const source = computed(() => {
      const scheme = isDark.value ? "dark" : "light"
      return props.state === ""
        ? `/gallery/components.html?${new URLSearchParams({ only: props.group, scheme })}`
        : `/gallery/?${new URLSearchParams({ state: props.state, scheme })}`
    })
    return () =>
      h("div", { class: "live-example" }, [
        isMounted.value ? h("iframe", { loading: "lazy", src: source.value, title: props.title }) : null
      ])
  }
})
