export { blockUser, unblockUser } from './block.ts'
export { listBlockedNumbers, type MarkedList, viewMarked } from './list.ts'
export { muteUser, unmuteUser } from './mute.ts'
