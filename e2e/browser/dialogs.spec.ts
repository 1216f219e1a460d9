import { expect } from '@playwright/test'
import { focused, open, test } from '../support/browser.ts'

test('a dialog traps the focus, closes by Escape, and returns the focus', async ({ page, ownPlace }) => {
  const { place } = await ownPlace('Asker')
  await open(page, `${place.path}/settings/servers`)
  const trigger = page.getByRole('button', { name: 'New ticket' })
  const dialog = page.getByRole('alertdialog', { name: 'Create a new server ticket?' })
  const ticket = page.getByRole('textbox', { name: 'Server ticket' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  // The dialog itself has the focus, so a screen reader reads it from the top.
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')

  // From the last button, Tab moves on to the browser's own controls and never to the page behind.
  const seen = new Set<string>()
  for (let press = 0; press < 6; press++) {
    const inPage = await page.evaluate("document.activeElement.matches('body, dialog')")
    if (!inPage) seen.add(await focused(page))
    await page.keyboard.press(press < 3 ? 'Tab' : 'Shift+Tab')
  }
  expect([...seen].sort()).toEqual(['button "Create new ticket"', 'button "Keep it"'])

  // The page behind is inert.
  await ticket.focus()
  await expect(ticket).not.toBeFocused()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(trigger).toBeFocused()
  await expect(ticket).toHaveValue(place.serverTicket)

  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
  await expect(trigger).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create new ticket' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(ticket).not.toHaveValue(place.serverTicket)
  await expect(ticket).toHaveValue(/^[a-z0-9]{32}$/)
  await expect(trigger).toBeFocused()
})

test('a dialog opens again when its button is pressed at the moment it closes', async ({
  page,
  ownPlace,
}) => {
  const { place } = await ownPlace('Hasty')
  await open(page, `${place.path}/settings/servers`)
  const dialog = page.getByRole('alertdialog', { name: 'Create a new server ticket?' })
  await page.getByRole('button', { name: 'New ticket' }).press('Enter')
  await expect(dialog).toBeFocused()
  // The browser reports the end of the dialog after the press.
  await page.evaluate(`new Promise((done) => {
    const dialog = document.querySelector('dialog[open]')
    dialog.addEventListener('close', done)
    dialog.close()
    document.activeElement.click()
  })`)
  await expect(dialog).toBeFocused()
})
