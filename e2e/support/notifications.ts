import { expect, type Page } from '@playwright/test'
import { type Person, register } from './person.ts'
import type { Product } from './processes.ts'

export const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
export const toastsOf = (page: Page) => page.getByRole('status').getByRole('link')
export const rowsOf = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Registers a new user who follows the person and so causes a notification. */
export async function followedBy(product: Product, username: string, follower: string): Promise<Person> {
  const person = await register(product.baseUrl, follower)
  expect((await person.post(`/user/${username}?/follow`)).status).toBe(204)
  return person
}
