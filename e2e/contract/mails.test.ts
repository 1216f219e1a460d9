import { afterAll } from 'vitest'
import { mailServer } from '../support/rows/mailed.ts'
import { runTables } from '../support/rows/run-table.ts'
import { links, notices } from './mails.table.ts'

const config = {
  Registration: { Emails: true },
  Email: { Host: '127.0.0.1', Port: mailServer.port, Security: 'None', From: 'no-reply@example.org' },
} as const

runTables({ 'mails about accounts': notices, 'mails with links': links }, config, mailServer.mails)

afterAll(() => mailServer.close())
