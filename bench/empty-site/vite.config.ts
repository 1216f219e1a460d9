import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** An empty SvelteKit application, to measure the cost of a page itself. */
export default defineConfig({ plugins: [sveltekit({ adapter: adapter({ precompress: false }) })] })
