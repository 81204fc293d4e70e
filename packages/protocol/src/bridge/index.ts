export * from './account.ts'
export * from './info.ts'
export * from './messages.ts'
export * from './names.ts'
