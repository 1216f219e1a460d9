/** Whether a text that was sent for a Boolean says yes: `true`, `on` or `1`. */
export const isOn = (sent: unknown): boolean => sent === 'true' || sent === 'on' || sent === '1'
