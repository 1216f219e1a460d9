/** Maximum number of passkeys of an account. */
export const maxPasskeys = 20

export const maxPasskeyName = 60
