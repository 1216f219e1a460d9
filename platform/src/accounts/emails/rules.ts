/** Returns whether the owner has confirmed the account's address. */
export const isEmailVerified = (user: {
  email_key: string | null
  verified_email_key: string | null
}): boolean => user.email_key !== null && user.email_key === user.verified_email_key

/** Returns the account's address if its owner has confirmed it, or null. Only such an address is known to be the owner's. */
export const confirmedAddress = (user: {
  email: string | null
  email_key: string | null
  verified_email_key: string | null
}): string | null => (isEmailVerified(user) ? user.email : null)
