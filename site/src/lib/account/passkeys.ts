import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ActionResponse } from '#lib/components/submit.ts'
import { t } from '#lib/texts/t.ts'
import { type ActionResult, deserialize } from '$app/forms'

/** A passkey could not be used. The message tells the user why. */
export class PasskeyFailed extends Error {}

/** Loaded on demand, because few visits use a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Calls a form action of the site. @throws PasskeyFailed unless it succeeds or redirects. */
async function call(action: string, fields: Record<string, string> = {}): Promise<ActionResponse> {
  const response = await fetch(action, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-sveltekit-action': 'true' },
    body: new URLSearchParams(fields),
  }).catch(() => {
    throw new PasskeyFailed(t('common.form.unreachable'))
  })
  const result = await readResult(response)
  if (result.type === 'error') throw new PasskeyFailed(result.error.message)
  if (result.type === 'failure') throw new PasskeyFailed(result.data?.problem ?? t('common.passkey.failed'))
  return result
}

/** Reads an action's result. A proxy or a rate limit may respond instead, in another format. */
async function readResult(response: Response): Promise<ActionResult> {
  try {
    return deserialize(await response.text())
  } catch {
    throw new PasskeyFailed(t('common.form.unreachable'))
  }
}

async function optionsOf<Options>(action: string, fields?: Record<string, string>): Promise<Options> {
  const result = await call(action, fields)
  if (result.type !== 'success') throw new PasskeyFailed(t('common.passkey.failed'))
  return result.data?.options as Options
}

/** Runs a ceremony of the browser, which the user may cancel. */
async function ask<Response>(ceremony: () => Promise<Response>): Promise<string> {
  try {
    return JSON.stringify(await ceremony())
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyFailed(t(isKnown ? 'common.passkey.known' : 'common.passkey.cancelled'))
  }
}

async function sign(action: string, fields?: Record<string, string>): Promise<string> {
  const { startAuthentication } = await library()
  const optionsJSON = await optionsOf<PublicKeyCredentialRequestOptionsJSON>(action, fields)
  return ask(() => startAuthentication({ optionsJSON }))
}

/** Signs in with a passkey. Returns the result of the form action, which redirects. */
export async function signInWithPasskey(): Promise<ActionResponse> {
  const response = await sign('/login?/passkeybegin')
  return call('/login?/passkeyfinish', { response })
}

/** Proves the user's identity with a passkey. */
export async function proveWithPasskey(): Promise<void> {
  const response = await sign('/settings/security?/passkeybegin', { for: 'proof' })
  await call('/settings/security?/passkeyfinish', { for: 'proof', response })
}

/** Makes a passkey. Returns the browser's response, for the form that adds it. */
export async function makePasskey(): Promise<string> {
  const { startRegistration } = await library()
  const optionsJSON = await optionsOf<PublicKeyCredentialCreationOptionsJSON>(
    '/settings/security?/passkeybegin',
  )
  return ask(() => startRegistration({ optionsJSON }))
}
