import type { Theme } from 'vitepress'
import VPHome from 'vitepress/dist/client/theme-default/components/VPHome.vue'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import './style.css'

/** The default theme, with the `<main>` that its start page lacks. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('home', () => h('main', h(VPHome))),
} satisfies Theme
