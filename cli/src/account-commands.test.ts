import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { login } from '@baseplate/platform/sign-in/login/login'
import { useSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, password, registerPerson } from '@baseplate/platform/testing/people'
import { databases, openTestPlatform, type TestPlatform } from '@baseplate/platform/testing/platforms'
import { describe, expect, test, vi } from 'vitest'
import { runHere } from './testing/command.ts'

const open = { BASE_URL: 'https://play.example' }

const environmentOf = ({ config }: TestPlatform) => ({
  PATH: process.env.PATH ?? '',
  BASEPLATE_DATA: config.dataDirectory,
  BASE_URL: config.baseUrl,
  ...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
})

/** Runs a command whose standard input has a text. */
async function command(platform: TestPlatform, args: string[], typed = '') {
  async function* input() {
    if (typed !== '') yield typed
  }
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(input() as unknown as typeof process.stdin)
  try {
    return await runHere(args, environmentOf(platform))
  } finally {
    spy.mockRestore()
  }
}

async function levelOf(
  platform: TestPlatform,
  username: string,
  secret: string,
): Promise<number | undefined> {
  const token = await login(platform, null, { username, password: secret }, device)
  return (await useSession(platform, token))?.actor.permissionLevel
}

describe.each(databases)('on %s', (kind) => {
  test('creates the administrator of a public platform, and ends the set-up link', async () => {
    const platform = await openTestPlatform(kind, {}, open)
    const link = await command(platform, ['setup-link'])
    expect(link).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^https:\/\/play\.example\/register\?setup=[\w-]{43}\n$/),
    })
    expect(await command(platform, ['setup-link'])).toEqual(link)
    const low = await command(platform, ['user', 'create', 'Founder'], `${password}\n`)
    expect(low).toMatchObject({ code: 1, stderr: expect.stringContaining('its level is 5') })

    const short = await command(platform, ['user', 'create', 'Founder', '--level', '5'], 'short\n')
    expect(short).toMatchObject({ code: 1, stderr: 'Use at least 16 characters\n' })
    const made = await command(platform, ['user', 'create', 'Founder', '--level', '5'], `${password}\n`)
    expect(made).toMatchObject({ code: 0, stdout: '' })
    expect(await levelOf(platform, 'Founder', password)).toBe(5)
    expect(await command(platform, ['setup-link'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The first account exists already'),
    })
    const secrets = await platform.db.selectFrom('installation_secrets').select('name').execute()
    expect(secrets.map(({ name }) => name)).not.toContain('setup-key')
    await expect(stat(join(platform.config.dataDirectory, 'keys/setup'))).rejects.toThrow('ENOENT')
  })

  test('creates an account of any level with a made password, and lists accounts', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const made = await command(platform, ['user', 'create', 'moderator', '--level', '4'])
    expect(made.stderr).toContain('shown only once')
    expect(await levelOf(platform, 'moderator', made.stdout.trim())).toBe(4)
    const taken = await command(platform, ['user', 'create', 'FOUNDER'], `${password}\n`)
    expect(taken).toMatchObject({ code: 1, stderr: 'This username is already in use\n' })
    const short = await command(platform, ['user', 'create', 'Guest'], 'short\n')
    expect(short).toMatchObject({ code: 1, stderr: 'Use at least 16 characters\n' })

    await command(platform, ['user', 'create', 'Guest'], `${password}\n`)
    const listed = async (...args: string[]) =>
      (await command(platform, ['user', 'list', ...args])).stdout
        .split('\n')
        .map((line) => line.split('\t', 2))
    expect(await listed()).toEqual([['Founder', '5'], ['Guest', '1'], ['moderator', '4'], ['']])
    expect(await listed('--level', '4')).toEqual([['Founder', '5'], ['moderator', '4'], ['']])
  })
})
