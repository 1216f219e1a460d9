export { type ActiveHour, type Activity, viewOverview } from './overview.ts'
