/** Whether the value of a Boolean field means yes: `true`, `on` or `1`. */
export const isOn = (sent: unknown): boolean => sent === 'true' || sent === 'on' || sent === '1'
