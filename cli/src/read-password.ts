import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { suggestPassphrase } from '@baseplate/platform/sign-in/door'
import { CannotStart } from '@baseplate/service/cannot-start'

/** A password, and whether it was made here and must be shown. */
interface Given {
  password: string
  isMade: boolean
}

/**
 * Returns a new password: typed twice at a terminal, or the first line of standard input, or a passphrase if that is empty.
 *
 * @throws CannotStart when the typed passwords differ
 */
export async function readNewPassword(input: NodeJS.ReadStream = process.stdin): Promise<Given> {
  if (!input.isTTY) {
    const password = await firstLineOf(input)
    return password === ''
      ? { password: await suggestPassphrase(), isMade: true }
      : { password, isMade: false }
  }
  // The terminal echoes through this stream what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  const ask = async (question: string) => {
    process.stderr.write(question)
    const answer = await lines.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('Password: ')
    if (password !== (await ask('Repeat it: '))) throw new CannotStart('The passwords do not match.')
    return { password, isMade: false }
  } finally {
    lines.close()
  }
}

async function firstLineOf(input: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
