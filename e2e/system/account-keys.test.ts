import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields } from '../support/answers.ts'
import { embedded, startOn } from '../support/databases.ts'
import { json } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

interface Session {
  id: string
  device: string
  current: boolean
}

describe.each(embedded)('registration keys, passwords and sessions on %s', (kind) => {
  let product: Product
  let founder: Person

  beforeAll(async () => {
    product = await startOn(kind, { Registration: { Keys: { Enabled: true } } })
    founder = await register(product.baseUrl, 'Founder')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const makeKey = async (fields: Record<string, string>) => {
    const { key } = await json<{ key: string }>(await founder.post('/admin/regkeys?/create', fields))
    return key
  }
  const join = (username: string, regkey: string, accept = 'application/json') =>
    visitor(product.baseUrl).post(
      '/register?/register',
      { username, password, cpassword: password, regkey },
      { accept },
    )

  test('requires a key to register, which an administrator creates and disables', async () => {
    const key = await makeKey({ uses: '2' })
    expect(key).toMatch(/^baseplate-[a-z0-9]{24}$/)
    const wrong = await join('Uninvited', 'baseplate-x')
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      invalidFields({ regkey: 'Registration key is invalid' }),
    ])
    const page = await (await join('Uninvited', 'baseplate-x', 'text/html')).text()
    expect(page).toContain('value="baseplate-x"')

    const player = visitor(product.baseUrl)
    await player.post('/register?/register', {
      username: 'Player',
      password,
      cpassword: password,
      regkey: key,
    })
    expect((await founder.post('/admin/regkeys?/disable', { key })).status).toBe(200)
    expect(await (await join('Uninvited', key)).json()).toEqual(
      invalidFields({ regkey: 'Registration key is invalid' }),
    )
    expect(await json(await founder.get('/admin/regkeys'))).toMatchObject({
      keys: [{ key, uses: 2, usesLeft: 1, disabled: true, maker: 'Founder', expires: null }],
    })
  })

  test('admits one of ten simultaneous registrations with a single-use key', async () => {
    const key = await makeKey({ uses: '1', expires: '2099-01-01T00:00' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => join(`Guest_${at}`, key)))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 302)) {
      expect([answer.status, await answer.json()]).toEqual([
        400,
        invalidFields({ regkey: 'This registration key has ran out of uses' }),
      ])
    }
  })

  test('ends all other sessions when a password changes, and each one alone on request', async () => {
    const here = visitor(product.baseUrl)
    const regkey = await makeKey({ uses: '1' })
    await here.post('/register?/register', { username: 'Changer', password, cpassword: password, regkey })
    const elsewhere = async (secret: string, agent: string) => {
      const person = visitor(product.baseUrl)
      const entered = await person.post(
        '/login',
        { username: 'changer', password: secret },
        { 'user-agent': agent },
      )
      expect(entered.status).toBe(302)
      return person
    }
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
    const laptop = await elsewhere(password, firefox)
    const { sessions } = await json<{ sessions: Session[] }>(await here.get('/settings'))
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['node', true],
      ['Firefox on Linux', false],
    ])
    expect((await here.post('/settings?/endsession', { id: sessions[1]?.id ?? '' })).status).toBe(204)
    expect((await laptop.get('/home')).headers.get('location')).toBe('/login')

    const again = await elsewhere(password, firefox)
    const changed = { cpassword: password, npassword: 'new', cnpassword: 'new' }
    expect((await here.post('/settings?/password', changed)).status).toBe(200)
    expect((await again.get('/home')).headers.get('location')).toBe('/login')
    expect((await here.get('/home')).status).toBe(200)
    await elsewhere('new', firefox)
    const own = (await json<{ sessions: Session[] }>(await here.get('/settings'))).sessions[0]?.id ?? ''
    const ended = await here.post('/settings?/endsession', { id: own })
    expect([ended.status, ended.headers.get('location'), here.cookie]).toEqual([302, '/login', undefined])
  })
})
