import { createECDH } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { type MailServer, startMailServer } from '../../platform/src/testing/mail-server.ts'
import { expectAccessible } from '../support/accessible.ts'
import { complaintsOf, open, takeSession } from '../support/browser.ts'
import { startConfigured } from '../support/configured.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { withDatabase } from '../support/stock.ts'

test.use({ serviceWorkers: 'allow' })

/** A platform that sends mail. */
let product: Product
let mail: MailServer

test.beforeAll(async () => {
  mail = await startMailServer()
  product = await startConfigured({
    Registration: { Emails: true },
    Email: { Host: '127.0.0.1', Port: mail.port, Security: 'None', From: 'no-reply@example.org' },
  })
})

test.afterAll(async () => {
  expect(await product.stop()).toBe(0)
  await mail.close()
})

/** Registers a user with a confirmed email address. */
async function join(username: string): Promise<Person> {
  const person = visitor(product.baseUrl)
  const email = `${username}@example.org`
  await person.post('/register?/register', { username, email, password, cpassword: password })
  await withDatabase(product, (db) =>
    db
      .updateTable('users')
      .set((eb) => ({ verified_email_key: eb.ref('email_key') }))
      .execute(),
  )
  return person
}

/** Waits for a mail with this text, and skips others, such as those about new devices. */
async function nextMail(text: string): Promise<string> {
  for (;;) {
    const { message } = await mail.next()
    if (message.includes(text)) return message
  }
}

test('a user chooses channels for each kind of notification, and quiet hours', async ({ page, context }) => {
  const complaints = complaintsOf(page)
  await takeSession(context, await join('Choosy_1'), product.baseUrl)
  // Firefox and the server have different names for some time zones.
  await page.addInitScript(`{
    const options = Intl.DateTimeFormat.prototype.resolvedOptions
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...options.call(this), timeZone: 'Asia/Kolkata' }
    }
  }`)
  await open(page, `${product.baseUrl}/settings/notifications`)
  await expectAccessible(page)
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kolkata')
  await page.getByLabel('New followers: On the site').press('Space')
  await page.getByLabel('Comments and replies: Email').selectOption('Once a day')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByLabel('From').fill('22:00')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Enter a start and an end, or neither')).toBeVisible()
  await expect(page.getByLabel('Comments and replies: Email')).toHaveValue('Daily')
  await expect(page.getByLabel('New followers: On the site')).not.toBeChecked()

  await page.getByLabel('To', { exact: true }).fill('07:00')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('New followers: On the site')).not.toBeChecked()
  await expect(page.getByLabel('Comments and replies: Email')).toHaveValue('Daily')
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
})

test('notification emails are turned off by their link, on a page and by a one-click request', async ({
  page,
}) => {
  const anna = await join('Anna_1')
  await anna.post('/settings/notifications?/update', { followers_mail: 'AtOnce' })
  const ben = await register(product.baseUrl, 'Ben_1')
  await ben.post('/user/Anna_1?/follow')
  await withDatabase(product, (db) => db.updateTable('notification_mails').set({ due: 0 }).execute())
  const message = await nextMail('Subject: Ben_1 started following you')
  const [, link = ''] = /List-Unsubscribe: <(\S+)>/.exec(message.replace(/\r\n\s/g, ' ')) ?? []
  const mailChoice = async () => {
    const settings = (await (await anna.get('/settings/notifications')).json()) as {
      kinds: { kind: string; mail: string }[]
    }
    return settings.kinds.find(({ kind }) => kind === 'followers')?.mail
  }

  await open(page, link)
  await expectAccessible(page)
  expect(await mailChoice()).toBe('AtOnce')
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { name: 'Emails stopped' })).toBeVisible()
  await expect(page.getByText('You’ll no longer get these emails.')).toHaveCount(1)
  expect(await mailChoice()).toBe('Off')

  await anna.post('/settings/notifications?/update', { followers_mail: 'Daily' })
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const answer = await fetch(link, { method: 'POST', body, redirect: 'error' })
  expect(answer.status).toBe(200)
  expect(await mailChoice()).toBe('Off')
  const forged = await fetch(link.replace('followers', 'comments'), { method: 'POST', body })
  expect(forged.status).toBe(404)
})

test('a browser shows push notifications once its user has turned them on', async ({ page, context }) => {
  const cleo = await join('Cleo_1')
  await takeSession(context, cleo, product.baseUrl)
  await context.grantPermissions(['notifications'], { origin: product.baseUrl })
  // Tests cannot reach a push service, so the subscription is faked.
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  await page.addInitScript(`{
    const keys = { p256dh: '${p256dh}', auth: 'A'.repeat(22) }
    const endpoint = 'https://push.invalid/1'
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) })
  }`)
  await open(page, `${product.baseUrl}/settings/notifications`)
  await page.getByRole('button', { name: 'Turn on in this browser' }).press('Enter')
  await expect(page.getByText('Push turned on')).toBeVisible()
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Comments and replies: Push')).toBeChecked()
  await expectAccessible(page)

  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  // Headless browsers show no notifications, so the worker's call is recorded.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`
    self.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) =>
      void self.shown.push({ title, body, data })
  `)
  const message = { title: 'Baseplate', body: 'Ben commented on your hat', link: '/catalog/1/hat', id: 1 }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: product.baseUrl,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await expect
    .poll(() => worker?.evaluate('self.shown'))
    .toEqual([{ title: 'Baseplate', body: 'Ben commented on your hat', data: '/catalog/1/hat' }])

  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible()
})
