import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openSigningKey } from '@baseplate/client-api/signing-key'
import { makeKeys } from '@baseplate/platform/installation/keys'
import { setupSecretOf } from '@baseplate/platform/sign-in/registration/setup-secret'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, test } from 'vitest'
import { keyFiles } from './secret-files.ts'

test('lists every key that a platform makes', async () => {
  const platform = await openTestPlatform('SQLite', {}, { BASE_URL: 'https://play.example' })
  const { config } = platform
  await makeKeys(config)
  await openSigningKey(config, undefined)
  await platform.totpKey.open()
  await platform.vapidKeys()
  await platform.unsubscribeLinks.make('someone', ['comments'])
  await setupSecretOf(platform)
  const made = (await readdir(join(config.dataDirectory, 'keys'))).map((name) => `keys/${name}`)
  // The id of the platform is not a secret.
  expect(keyFiles.toSorted()).toEqual(made.filter((name) => name !== 'keys/platform').toSorted())
})
