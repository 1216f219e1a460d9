import { type MailServer, startMailServer, tokenIn } from '../../platform/src/testing/mail-server.ts'
import { startConfigured } from './configured.ts'
import { type Person, password, register, visitor } from './person.ts'
import type { Product } from './processes.ts'

/** A platform that requires registration keys and sends mail. */
export interface MailingPlatform {
  product: Product
  mail: MailServer
  founder: Person
  /** Registers a user with a key and an email address. */
  join(username: string): Promise<Person>
  /** Waits for the next mail with a recovery link, and skips others, such as those about new devices. */
  nextRecoveryToken(): Promise<string>
  stop(): Promise<void>
}

export async function startMailingPlatform(): Promise<MailingPlatform> {
  const mail = await startMailServer()
  const product = await startConfigured({
    Registration: { Emails: true, Keys: { Enabled: true } },
    Email: { Host: '127.0.0.1', Port: mail.port, Security: 'None', From: 'no-reply@example.org' },
  })
  const founder = await register(product.baseUrl, 'Founder')
  return {
    product,
    mail,
    founder,
    async join(username) {
      const created = await founder.post('/admin/regkeys?/create', { uses: '1' })
      const { key } = (await created.json()) as { key: string }
      const person = visitor(product.baseUrl)
      const email = `${username}@example.org`
      const fields = { username, email, password, cpassword: password, regkey: key }
      const response = await person.post('/register?/register', fields)
      if (response.status !== 302) throw new Error(`${username} could not join: ${await response.text()}`)
      return person
    },
    async nextRecoveryToken() {
      for (;;) {
        const { message } = await mail.next()
        if (message.includes('Subject: Reset')) return tokenIn(message)
      }
    },
    async stop() {
      const code = await product.stop()
      await mail.close()
      if (code !== 0) throw new Error(`the product ended with ${code}`)
    },
  }
}
