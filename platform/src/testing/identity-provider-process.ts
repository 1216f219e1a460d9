/**
 * Runs an OpenID provider that signs in every user with the name that they enter. It is a separate process, so that it has its own
 * clock. Its arguments are the port, the redirect address, and the milliseconds by which its clock is off.
 */
const [port = '', redirectUri = '', clockOffset = '0'] = process.argv.slice(2)

const RealDate = Date
const shift = Number(clockOffset)
globalThis.Date = class extends RealDate {
  constructor(...given: ConstructorParameters<typeof RealDate> | []) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static override now() {
    return RealDate.now() + shift
  }
} as typeof Date

const { Provider } = await import('oidc-provider')

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: 'baseplate', client_secret: 'the secret', redirect_uris: [redirectUri] }],
  claims: { profile: ['preferred_username'], email: ['email'] },
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id, email: `${id}@example.org` }),
  }),
  // Users have agreed to everything already.
  async loadExistingGrant({ oidc }) {
    const accountId = oidc.session?.accountId
    if (accountId === undefined || !oidc.client) return undefined
    const grant = new provider.Grant({ accountId, clientId: oidc.client.clientId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})
provider.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit())
