export { type AccessQuestion, createInbox, type Inbox, type InboxQuery } from './inbox.ts'
