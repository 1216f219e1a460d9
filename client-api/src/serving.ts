import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Scripts } from './scripts/load.ts'
import type { Signing } from './signing.ts'

/** What the routes of clients serve from. */
export interface Serving {
  platform: Platform
  signing: Signing
  scripts: Scripts
}

/** The client API runs on a `node:http` server: files go straight into its responses. */
export type ClientApi = Hono<{ Bindings: HttpBindings }>
