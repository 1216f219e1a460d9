/** Valid request bodies. */
export const transact = { From: 'user:1', To: 'user:2', Amount: 5, Note: 'for a hat' }
export const burn = { From: 'user:1', Amount: 5, Note: 'a hat', Link: '/catalog/1/hat' }
export const mint = { To: 'user:1', Amount: 5, Note: 'prize' }
