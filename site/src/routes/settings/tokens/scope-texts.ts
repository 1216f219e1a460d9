import type { TokenScope } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'

/** Label and help of each scope. */
export const scopeTexts: Readonly<Record<TokenScope, { label: PlainKey; help: PlainKey }>> = {
  read: { label: 'tokens.scope.read', help: 'tokens.scope.read_help' },
  social: { label: 'tokens.scope.social', help: 'tokens.scope.social_help' },
  'places:write': { label: 'tokens.scope.places_write', help: 'tokens.scope.places_write_help' },
  'data:read': { label: 'tokens.scope.data_read', help: 'tokens.scope.data_read_help' },
  'data:write': { label: 'tokens.scope.data_write', help: 'tokens.scope.data_write_help' },
  'assets:write': { label: 'tokens.scope.assets_write', help: 'tokens.scope.assets_write_help' },
  'money:spend': { label: 'tokens.scope.money_spend', help: 'tokens.scope.money_spend_help' },
  moderate: { label: 'tokens.scope.moderate', help: 'tokens.scope.moderate_help' },
  administer: { label: 'tokens.scope.administer', help: 'tokens.scope.administer_help' },
}
