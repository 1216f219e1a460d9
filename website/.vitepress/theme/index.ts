import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme'
import { h } from 'vue'

/** The start page. The page of the default theme has no landmark for its main content. */
const Home = () => h('main', { style: { marginBottom: '6rem' } }, [h(VPHomeHero), h(VPHomeFeatures)])

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }: { app: { component(name: string, component: unknown): unknown } }) => {
    app.component('home', Home)
  },
}
