export const maxPasswordLength = 6969
export const minPasswordLength = 16
