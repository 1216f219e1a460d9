import type { Config } from '@baseplate/platform/foundation/config/schema'
import { checkMailServer, failureOf, sendTestMail } from '@baseplate/platform/foundation/mail-server'
import { isMailbox } from '@baseplate/platform/foundation/mailbox'
import { type Finding, fault, messageOf, ok, warning } from './finding.ts'

const withoutServer = 'Set Email.Host and Email.From: docs/operating/mail.md.'
const refusedAdvice =
  'Check Email.Host, Port, Security, User and From, and EMAIL_PASSWORD; some providers close port 25 and 587.'

/** Checks the mail server. It is never a fault: the product runs without mail, and mail waits until the server is back. */
export async function checkMail(config: Config): Promise<Finding> {
  const { Host, Port } = config.Email
  const { Emails } = config.Registration
  if (!Host)
    return Emails ? warning('no server, so nobody can recover a lost password', withoutServer) : ok('none')
  try {
    await checkMailServer(config)
  } catch (error) {
    return warning(`${Host} port ${Port}: ${messageOf(error)}`, refusedAdvice)
  }
  return Emails
    ? ok(`${Host} port ${Port} takes mail`)
    : warning(
        `${Host} port ${Port} takes mail, but accounts have no addresses, so nothing is mailed`,
        'Set Registration.Emails to true.',
      )
}

/** Sends a test mail, and reports the server's answer. */
export async function mailTo(config: Config, to: string): Promise<Finding> {
  const { Host, Port } = config.Email
  if (!Host) return fault('no server', withoutServer)
  if (!isMailbox(to))
    return fault(`${to} is not an e-mail address`, 'Write an address such as you@example.org.')
  const mail = {
    to,
    subject: `${config.Name}: test mail`,
    text: `This is a test mail of ${config.Name} (${config.baseUrl}). Its mail server works.\n`,
  }
  try {
    return ok(`${Host} port ${Port} has taken a mail to ${to}: ${await sendTestMail(config, mail)}`)
  } catch (error) {
    return fault(`${Host} port ${Port}: ${messageOf(error)}`, adviceOn(error))
  }
}

/** Returns what to do about a mail that was not taken. */
function adviceOn(error: unknown): string {
  const { responseCode } = error as { responseCode?: unknown }
  const failure = failureOf(error)
  if (failure === 'server') return refusedAdvice
  if (failure === 'refused')
    return `The server works, and refuses this mail. Check the recipient's address, and read the answer.`
  return Number(responseCode) < 500
    ? 'The server works, but takes this mail later: try again in some minutes.'
    : 'The server takes no mail from this site: check Email.User and From, and EMAIL_PASSWORD.'
}
