import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** An empty SvelteKit application: what a page costs before there is anything on it. */
export default defineConfig({ plugins: [sveltekit({ adapter: adapter({ precompress: false }) })] })
